package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class PolicyByFailureTest {

  private static final String TEXT =
      "maxAttempts=6 rules=throttled(backoff=exponential(1s, x2, jitter=full)),"
          + "java.net.SocketTimeoutException(maxFailures=2, price=2)";

  @Test
  void equals_the_parsed_text() {
    assertThat(PolicyByFailure.careful()).isEqualTo(RetryPolicy.parse(TEXT));
  }

  @Test
  void the_second_timeout_ends_the_call() {
    int[] attempts = {0};
    Retry retry = Retry.of(PolicyByFailure.careful()).withEnvironment(VirtualTime.seeded(1));

    assertThatThrownBy(
            () ->
                retry.call(
                    () -> {
                      if (++attempts[0] == 2) {
                        throw new IOException("reset");
                      }
                      throw new SocketTimeoutException("too slow");
                    }))
        .isInstanceOf(SocketTimeoutException.class)
        .satisfies(
            thrown ->
                assertThat(RetryReport.of(thrown).orElseThrow().stopReason())
                    .isEqualTo(StopReason.ATTEMPTS));
    assertThat(attempts[0]).isEqualTo(3);
  }
}
