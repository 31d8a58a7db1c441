package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnTimerTest {

  private static final RetryPolicy POLICY = RetryPolicy.parse("maxAttempts=2 backoff=fixed(1ms)");

  private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
  private final FlakyPages pages = new FlakyPages().failing(1);

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  @Test
  void the_waits_of_asynchronous_calls_are_tasks_of_a_scheduler() throws Exception {
    Delayer timer =
        (task, nanos) -> {
          Future<?> scheduled = scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
          return () -> scheduled.cancel(false);
        };
    Retry retry = Retry.of(POLICY).withEnvironment(RetryEnvironment.system().withDelayer(timer));

    CompletableFuture<String> page =
        retry.callAsync(() -> pages.fetchAsync("https://example.org/"));

    assertThat(page.get(30, TimeUnit.SECONDS)).isEqualTo("page");
    assertThat(scheduler.getTaskCount()).isEqualTo(1);
  }
}
