package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.file.FileIdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests many duplicates at once, in real time. The poll interval is an hour, so a lost notification
 * blocks a test.
 */
class ThreadsTest {

  private static final int THREADS = 100;
  private static final IdempotencyKey KEY = GuardFixture.KEY;

  @TempDir Path folder;

  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
  private final AtomicInteger executions = new AtomicInteger();
  private final CountDownLatch started = new CountDownLatch(THREADS);

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private static IdempotencyGuard<String> guard(IdempotencyStore store) {
    return IdempotencyGuard.of(store, OutcomeCodec.string())
        .lease(Duration.ofHours(1))
        .waitAtMost(Duration.ofHours(1))
        .polling(Backoff.fixed(Duration.ofHours(1)));
  }

  @Test
  void a_hundred_threads_with_one_key_run_the_operation_once() throws Exception {
    assertOneExecution(guard(new InMemoryIdempotencyStore()));
  }

  @Test
  void a_hundred_threads_with_one_key_run_the_operation_once_with_a_file_store() throws Exception {
    assertOneExecution(guard(FileIdempotencyStore.open(folder)));
  }

  private void assertOneExecution(IdempotencyGuard<String> guard) throws Exception {
    List<Future<String>> calls =
        all(() -> guard.call(KEY, GuardFixture.REQUEST, holder -> onceAllHaveStarted()));
    for (Future<String> call : calls) {
      assertThat(call.get()).isEqualTo("done");
    }
    assertThat(executions).hasValue(1);
    assertThat(guard.keysWaitedFor()).isZero();
  }

  private String onceAllHaveStarted() throws InterruptedException {
    executions.incrementAndGet();
    started.await();
    return "done";
  }

  @Test
  void each_failure_notifies_the_others_until_one_succeeds() throws Exception {
    IdempotencyGuard<String> guard = guard(new InMemoryIdempotencyStore());
    List<Future<String>> calls =
        all(() -> guard.call(KEY, GuardFixture.REQUEST, holder -> atTheTenthTime()));
    int failed = 0;
    for (Future<String> call : calls) {
      failed += isFailed(call) ? 1 : 0;
    }
    assertThat(failed).isEqualTo(9);
    assertThat(executions).hasValue(10);
  }

  private String atTheTenthTime() throws IOException {
    if (executions.incrementAndGet() < 10) {
      throw new IOException("not yet");
    }
    return "done";
  }

  @Test
  void a_hundred_asynchronous_calls_with_one_key_run_the_operation_once() {
    IdempotencyGuard<String> guard = guard(new InMemoryIdempotencyStore()).withExecutor(pool);
    CompletableFuture<String> work = new CompletableFuture<>();
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int call = 0; call < THREADS; call++) {
      calls.add(
          guard.callAsync(
              KEY,
              GuardFixture.REQUEST,
              holder -> {
                executions.incrementAndGet();
                return work;
              }));
    }
    work.complete("done");
    calls.forEach(call -> assertThat(call.join()).isEqualTo("done"));
    assertThat(executions).hasValue(1);
    assertThat(guard.keysWaitedFor()).isZero();
  }

  private <R> List<Future<R>> all(Callable<R> call) {
    List<Future<R>> calls = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      calls.add(
          pool.submit(
              () -> {
                started.countDown();
                return call.call();
              }));
    }
    return calls;
  }

  private static boolean isFailed(Future<?> call) throws InterruptedException {
    try {
      call.get();
      return false;
    } catch (ExecutionException failure) {
      assertThat(failure).hasCauseInstanceOf(IOException.class);
      return true;
    }
  }
}
