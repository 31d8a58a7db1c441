package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Backup;
import dev.reprise.Retry;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** The counter of calls that return the result of a fallback: each is counted once, no other is. */
class FallbackCounterTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final LongAdder count = new LongAdder();

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder().maxAttempts(2).abortOn(IllegalStateException.class);
  }

  private Retry retry() {
    return retry(policy());
  }

  private Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build()).withEnvironment(time).withListener(new Counting(count));
  }

  private record Counting(LongAdder fallbackCounter) implements RetryListener {

    @Override
    public void on(RetryEvent event) {}
  }

  private static String fails() throws IOException {
    throw new IOException("reset");
  }

  /** Fails without a retry. */
  private static String breaks() {
    throw new IllegalStateException("no");
  }

  private static CompletionStage<String> failsLater() {
    return CompletableFuture.failedFuture(new IOException("reset"));
  }

  @Test
  void counts_a_blocking_call_whether_it_was_retried_or_not() throws Exception {
    assertThat(retry().callOrElse(FallbackCounterTest::fails, failed -> "old")).isEqualTo("old");
    assertThat(count.sum()).isEqualTo(1);
    assertThat(retry().callOrElse(FallbackCounterTest::breaks, failed -> "old")).isEqualTo("old");
    assertThat(count.sum()).isEqualTo(2);
  }

  @Test
  void counts_a_hedged_call() {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Retry hedged =
          retry(policy().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(HOUR)))
              .withExecutor(threads);
      assertThat(hedged.callOrElse(FallbackCounterTest::breaks, failed -> "old")).isEqualTo("old");
    } finally {
      threads.shutdown();
    }
    assertThat(count.sum()).isEqualTo(1);
  }

  @Test
  void counts_an_asynchronous_call() {
    CompletableFuture<String> call =
        retry().callAsyncOrElse(FallbackCounterTest::failsLater, failed -> "old");
    assertThat(time.await(call).join()).isEqualTo("old");
    assertThat(count.sum()).isEqualTo(1);
  }

  @Test
  void counts_the_result_of_a_backup() throws Exception {
    Backup<String> backup = Backup.ofStage(() -> CompletableFuture.completedFuture("copy"));
    assertThat(retry().callOrElse(FallbackCounterTest::fails, backup)).isEqualTo("copy");
    assertThat(count.sum()).isEqualTo(1);
    CompletableFuture<String> call =
        retry().callAsyncOrElse(FallbackCounterTest::failsLater, backup);
    assertThat(time.await(call).join()).isEqualTo("copy");
    assertThat(count.sum()).isEqualTo(2);
  }

  @Test
  void does_not_count_calls_without_the_result_of_a_fallback() throws Exception {
    assertThat(retry().callOrElse(() -> "page", failed -> "old")).isEqualTo("page");
    assertThatThrownBy(() -> retry().call(FallbackCounterTest::fails));
    assertThatThrownBy(
            () ->
                retry()
                    .callOrElse(
                        FallbackCounterTest::fails,
                        failed -> {
                          throw new IllegalArgumentException("nothing cached");
                        }))
        .hasMessage("nothing cached");
    assertThatThrownBy(
            () ->
                retry()
                    .callOrElse(
                        FallbackCounterTest::fails,
                        Backup.ofStage(
                            () -> CompletableFuture.<String>failedFuture(new IOException("too")))))
        .hasMessage("reset");
    assertThat(count.sum()).isZero();
  }
}
