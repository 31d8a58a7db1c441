package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.WhatToRetry.Answer;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WhatToRetryTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  @Test
  void exception_classes_select_what_is_retried() {
    RetryPolicy policy = WhatToRetry.byClass();
    assertThat(throwing(policy, new IOException()).attempts()).isEqualTo(3);
    assertThat(throwing(policy, new FileNotFoundException()).attempts()).isEqualTo(1);
  }

  @Test
  void a_result_can_be_rejected() {
    RetryResult<Answer> result = answering(WhatToRetry.byResult(), new Answer(503, Duration.ZERO));
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(result.succeeded()).isFalse();
  }

  @Test
  void a_payment_is_repeated_only_if_it_had_no_effect() {
    RetryPolicy policy = WhatToRetry.forPayments();
    assertThat(throwing(policy, new ConnectException()).attempts()).isEqualTo(3);
    RetryResult<Answer> reset = throwing(policy, new IOException("reset"));
    assertThat(reset.attempts()).isEqualTo(1);
    assertThat(reset.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
  }

  @Test
  void the_wait_that_the_server_requests_is_kept() {
    RetryPolicy policy =
        RetryPolicy.builder().classifyWith("service", WhatToRetry.byVerdict()).build();
    RetryResult<Answer> result = answering(policy, new Answer(429, Duration.ofSeconds(2)));
    assertThat(result.elapsed()).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
  }

  private RetryResult<Answer> throwing(RetryPolicy policy, IOException failure) {
    Operation<Answer, IOException> operation =
        () -> {
          throw failure;
        };
    return retry(policy).execute(operation);
  }

  private RetryResult<Answer> answering(RetryPolicy policy, Answer answer) {
    return retry(policy).execute(() -> answer);
  }

  private Retry retry(RetryPolicy policy) {
    return Retry.of(policy).withEnvironment(time);
  }
}
