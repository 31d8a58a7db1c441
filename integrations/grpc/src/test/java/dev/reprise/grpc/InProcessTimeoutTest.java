package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicyBuilder;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Attempts that take too long, and what became of their streams. */
class InProcessTimeoutTest extends InProcessCalls {

  @Test
  void retries_of_the_channel_within_an_attempt_that_takes_too_long_are_not_multiplied() {
    QueuedTimers timers = new QueuedTimers();
    Map<String, Object> policy =
        Map.of(
            "maxAttempts",
            5.0,
            "initialBackoff",
            "0.000000001s",
            "maxBackoff",
            "0.000000001s",
            "backoffMultiplier",
            1.0,
            "retryableStatusCodes",
            List.of("UNAVAILABLE"));
    ManagedChannel retrying =
        InProcessChannelBuilder.forName(name)
            .directExecutor()
            .scheduledExecutorService(timers)
            .enableRetry()
            .defaultServiceConfig(
                Map.of(
                    "methodConfig",
                    List.of(Map.of("name", List.of(Map.of()), "retryPolicy", policy))))
            .build();
    try {
      script.add(fails(Status.UNAVAILABLE));
      script.add(hangs());
      RetryClientInterceptor interceptor =
          RetryClientInterceptor.of(
              GrpcRetry.of(retry(policy().attemptTimeout(Duration.ofHours(1)).withoutTimeLimit())));
      Future<String> future = call(ClientInterceptors.intercept(retrying, interceptor));
      timers.runAll();
      assertThat(received).hasSize(2);
      StatusRuntimeException failure = failure(future);
      assertThat(received).hasSize(2);
      assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
      assertThat(report(failure).stopReason()).isEqualTo(StopReason.ALREADY_RETRIED);
    } finally {
      retrying.shutdownNow();
    }
  }

  @Test
  void an_attempt_that_was_sent_and_takes_too_long_is_not_made_again_unless_it_may_be() {
    script.add(hangs());
    StatusRuntimeException failure =
        failure(
            call(
                retried(
                    policy()
                        .idempotency(Idempotency.NOT_IDEMPOTENT)
                        .attemptTimeout(Duration.ofHours(1)))));
    assertThat(received).hasSize(1);
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
  }

  @Test
  void a_policy_may_abort_on_the_timeout_of_an_attempt() {
    script.add(hangs());
    RetryPolicyBuilder policy =
        policy().attemptTimeout(Duration.ofHours(1)).abortOn(AttemptTimeoutException.class);
    StatusRuntimeException failure = failure(call(retried(policy)));
    assertThat(received).hasSize(1);
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(failure.getCause()).hasCauseInstanceOf(AttemptTimeoutException.class);
  }

  @Test
  void the_report_of_an_attempt_that_takes_too_long_has_the_code() {
    script.add(hangs());
    RetryPolicyBuilder policy = policy().attemptTimeout(Duration.ofHours(1)).withoutTimeLimit();
    assertThat(report(failure(call(retried(policy)))).toString())
        .contains("shop.Orders/Place: DEADLINE_EXCEEDED: attempt took longer than 1 h");
  }
}
