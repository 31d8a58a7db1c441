package dev.reprise.verification.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(classes = RetriedApplication.class)
@AutoConfigureReprise
class VirtualTimeTest {

  @Autowired private RetryRegistry registry;
  @Autowired private VirtualTime time;
  @Autowired private RecordingListener retries;
  private Retry orders;

  @BeforeEach
  void find() {
    orders = registry.retry("orders");
  }

  @Test
  void a_blocking_call_waits_in_virtual_time() {
    assertThatThrownBy(() -> orders.call(VirtualTimeTest::fail)).isInstanceOf(IOException.class);
    assertThat(retries.delays())
        .containsExactly(Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(4));
    assertThat(retries.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(time.elapsed()).isEqualTo(Duration.ofHours(7));
    retries.assertGrammar();
  }

  @Test
  void a_future_is_awaited_by_the_clock() {
    CompletableFuture<String> future =
        time.await(orders.callAsync(() -> CompletableFuture.failedFuture(new IOException("no"))));
    assertThat(future).isCompletedExceptionally();
    assertThat(time.elapsed()).isEqualTo(Duration.ofHours(7));
  }

  /** The budget of this policy allows one retry, and time does not fill it. */
  @RepeatedTest(3)
  void each_test_has_a_full_budget_and_an_empty_record() {
    Retry tight = registry.retry("tight");
    assertThat(retries.recorded()).isEmpty();
    assertThat(time.elapsed()).isZero();
    assertThatThrownBy(() -> tight.call(VirtualTimeTest::fail)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> tight.call(VirtualTimeTest::fail)).isInstanceOf(IOException.class);
    assertThat(retries.recorded(RetryEvent.CallFinished.class))
        .extracting(end -> end.attempts() + " " + end.stopReason())
        .containsExactly("2 " + StopReason.ATTEMPTS, "1 " + StopReason.BUDGET);
  }

  @RepeatedTest(2)
  void each_test_draws_the_same_jitter() {
    Retry random = registry.retry("random");
    assertThatThrownBy(() -> random.call(VirtualTimeTest::fail)).isInstanceOf(IOException.class);
    assertThat(retries.delays()).isEqualTo(List.of(firstJitter()));
  }

  /** The first number of a clock with the same seed. */
  private static Duration firstJitter() {
    RecordingListener recorder = new RecordingListener();
    Retry same =
        Retry.of(RetryPolicy.parse(RetriedApplication.RANDOM))
            .withEnvironment(VirtualTime.seeded(1))
            .withListener(recorder);
    assertThatThrownBy(() -> same.call(VirtualTimeTest::fail)).isInstanceOf(IOException.class);
    return recorder.delays().get(0);
  }

  private static String fail() throws IOException {
    throw new IOException("no");
  }
}
