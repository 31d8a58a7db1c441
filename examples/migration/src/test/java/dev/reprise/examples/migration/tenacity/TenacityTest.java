package dev.reprise.examples.migration.tenacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.migration.ScriptedClient;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What docs/guide/from-tenacity.md says about the Java on it. */
class TenacityTest {

  private static final IOException RESET = new IOException("reset");

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final Retry retry =
      Retry.of(OrdersAfter.POLICY).withEnvironment(time).withListener(recorder);
  private final ScriptedClient client = new ScriptedClient();

  @Test
  void five_attempts_wait_up_to_100_200_400_and_800_ms_and_end_with_the_exception_itself() {
    client.fails(RESET);

    assertThat(catchThrowable(() -> new OrdersAfter(client, retry).find("7"))).isSameAs(RESET);

    assertThat(client.calls()).isEqualTo(5);
    assertThat(recorder.delays()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(recorder.delays().get(i)).isLessThanOrEqualTo(Duration.ofMillis(100L << i));
    }
  }

  @Test
  void recovers_when_the_service_does() throws IOException {
    client.fails(RESET).fails(RESET).returns("order 7");

    assertThat(new OrdersAfter(client, retry).find("7")).isEqualTo("order 7");
    assertThat(client.calls()).isEqualTo(3);
  }

  @Test
  void gives_up_before_a_wait_past_the_limit_of_time() {
    client.fails(RESET);
    Retry slow =
        retry.withPolicy(OrdersAfter.POLICY.toBuilder().set("backoff", "fixed(20s)", null).build());

    assertThat(catchThrowable(() -> new OrdersAfter(client, slow).find("7"))).isSameAs(RESET);

    assertThat(client.calls()).isEqualTo(2);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(20));
    assertThat(recorder.stopReason()).isEqualTo(StopReason.DEADLINE);
  }
}
