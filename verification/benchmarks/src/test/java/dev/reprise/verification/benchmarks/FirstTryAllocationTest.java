package dev.reprise.verification.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.reprise.Backup;
import dev.reprise.Fallback;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Action;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A first try that succeeds allocates nothing. The code has no allocation on that path, so the
 * count is exactly zero, interpreted or compiled, and after failures too.
 *
 * <p>Of several rounds the lowest count is checked. A thread that requests the compilation of a
 * method first creates the string constants of its class, some hundred bytes once in a process,
 * which belong to no call.
 */
class FirstTryAllocationTest {

  private static final int CALLS = 50_000;
  private static final int ROUNDS = 8;
  private static final int FIRST_CALLS = 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Service service = new Service();

  enum Kind {
    UNLIMITED_BUDGET_AND_NO_DEADLINE,
    AS_SHIPPED,
    WITH_A_LISTENER_ON_FAILURES,
    WITH_A_COUNTER_OF_FIRST_ATTEMPTS,
    KEYED,
    HEDGED_NO_MORE,
    WITH_ALL_THAT_NEEDS_NO_LOOK_AT_A_SUCCESS;

    Retry retry() {
      RetryPolicy defaults = RetryPolicy.builder().backoff(Backoff.none()).build();
      return switch (this) {
        case UNLIMITED_BUDGET_AND_NO_DEADLINE ->
            Retry.of(defaults.toBuilder().withoutTimeLimit().build())
                .withBudget(RetryBudget.unlimited());
        case AS_SHIPPED -> Retry.of(defaults);
        case WITH_A_LISTENER_ON_FAILURES -> Retry.of(defaults).withListener(event -> {});
        case WITH_A_COUNTER_OF_FIRST_ATTEMPTS -> Retry.of(defaults).withListener(new Counting());
        case KEYED ->
            Retry.of(defaults.toBuilder().idempotency(Idempotency.KEYED).build())
                .withIdempotencyKey("order-7");
        case HEDGED_NO_MORE ->
            Retry.of(defaults)
                .withPolicy(hedged(defaults.toBuilder()))
                .withPolicy(hedged(defaults.toBuilder()).toBuilder().withoutHedge().build());
        case WITH_ALL_THAT_NEEDS_NO_LOOK_AT_A_SUCCESS ->
            Retry.of(
                    defaults.toBuilder()
                        .backoff(Backoff.elapsed(0.1, 0.001, 0.01).cappedAt(Duration.ofNanos(9)))
                        .startOverAfter(Duration.ofMinutes(1))
                        .hintFrom("wait", IOException.class, failure -> Duration.ZERO)
                        .build())
                .named("pages")
                .on("a key");
      };
    }

    private static RetryPolicy hedged(RetryPolicyBuilder policy) {
      return policy
          .idempotency(Idempotency.IDEMPOTENT)
          .hedge(Hedge.after(Duration.ofDays(1)))
          .build();
    }
  }

  @ParameterizedTest
  @EnumSource
  void call_allocates_nothing(Kind kind) throws Exception {
    Retry retry = kind.retry();
    Operation<String, IOException> operation = service::answer;
    assertAllocatesNothing(() -> retry.call(operation));
  }

  @ParameterizedTest
  @EnumSource
  void run_allocates_nothing(Kind kind) throws Exception {
    Retry retry = kind.retry();
    Action<IOException> action = service::answer;
    Callable<?> call =
        () -> {
          retry.run(action);
          return null;
        };
    assertAllocatesNothing(call);
  }

  @ParameterizedTest
  @EnumSource
  void a_decorated_callable_allocates_nothing(Kind kind) throws Exception {
    Callable<String> decorated = kind.retry().decorateCallable(service::answer);
    assertAllocatesNothing(decorated);
  }

  @ParameterizedTest
  @EnumSource
  void a_decorated_supplier_allocates_nothing(Kind kind) throws Exception {
    Supplier<String> decorated = kind.retry().decorateSupplier(service::answerUnchecked);
    assertAllocatesNothing(decorated::get);
  }

  @ParameterizedTest
  @EnumSource
  void a_decorated_runnable_allocates_nothing(Kind kind) throws Exception {
    Runnable decorated = kind.retry().decorateRunnable(service::answerUnchecked);
    assertAllocatesNothing(Executors.callable(decorated));
  }

  @ParameterizedTest
  @EnumSource
  void a_call_with_a_fallback_allocates_nothing(Kind kind) throws Exception {
    Retry retry = kind.retry();
    Operation<String, IOException> operation = service::answer;
    Fallback<String, RuntimeException> fallback = failed -> "cached";
    assertAllocatesNothing(() -> retry.callOrElse(operation, fallback));
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_its_caller_drives_allocates_nothing(Kind kind) throws Exception {
    Retry retry = kind.retry();
    assertAllocatesNothing(() -> driven(retry.driver()));
  }

  /** The first attempt, and the start of a retry. */
  private String driven(RetryDriver driver) throws IOException {
    long began = driver.begin();
    long mark = RetryReport.mark();
    String answer;
    try {
      answer = service.answer();
    } catch (IOException failure) {
      driver.failed(began, mark, failure).close();
      throw failure;
    }
    driver.succeeded(began);
    return answer;
  }

  @ParameterizedTest
  @EnumSource
  void a_call_with_a_backup_allocates_nothing(Kind kind) throws Exception {
    Retry retry = kind.retry();
    Operation<String, IOException> operation = service::answer;
    Backup<String> backup = Backup.ofStage(() -> CompletableFuture.completedFuture("replica"));
    assertAllocatesNothing(() -> retry.callOrElse(operation, backup));
  }

  @Test
  void a_call_with_a_named_retry_allocates_nothing() throws Exception {
    RetryRegistry registry =
        RetryRegistry.of(Map.of("reprise.policies.pages", "maxAttempts=2 backoff=none"));
    Operation<String, IOException> operation = service::answer;
    assertAllocatesNothing(() -> registry.retry("pages").call(operation));
  }

  /**
   * An operation that receives its attempt allocates that attempt. An alternate operation for
   * retries allocates nothing.
   */
  @Test
  void alternates_add_nothing_to_the_first_attempt() throws Exception {
    Attempt attempt = Retry.none().callWith(own -> own);
    AttemptOperation<String, IOException> alternating =
        AttemptOperation.<String, IOException>of(service::answer)
            .fromAttempt(2, service::answer)
            .fromAttemptWith(3, later -> service.answer());
    assertAllocatesNothing(() -> alternating.call(attempt));
  }

  private void assertAllocatesNothing(Callable<?> call) throws Exception {
    linkCode(call);
    long lowest = measure(call);
    for (int round = 1; round < ROUNDS; round++) {
      lowest = Math.min(lowest, measure(call));
    }
    assertEquals(0, lowest, () -> "bytes in " + CALLS + " calls");
  }

  /** Calls that succeed and calls that fail, so that all code is loaded before the measurement. */
  private void linkCode(Callable<?> call) throws Exception {
    for (int i = 0; i < FIRST_CALLS; i++) {
      call.call();
      service.down = true;
      try {
        call.call();
      } catch (IOException | UncheckedIOException expected) {
        assertTrue(service.down);
      } finally {
        service.down = false;
      }
    }
  }

  private static long measure(Callable<?> call) throws Exception {
    long self = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(self);
    for (int i = 0; i < CALLS; i++) {
      call.call();
    }
    return THREADS.getThreadAllocatedBytes(self) - before;
  }

  private static final class Counting implements RetryListener {

    private final LongAdder firstAttempts = new LongAdder();

    @Override
    public void on(RetryEvent event) {}

    @Override
    public LongAdder firstAttemptCounter() {
      return firstAttempts;
    }
  }

  private static final class Service {

    private boolean down;

    String answer() throws IOException {
      if (down) {
        throw new IOException("down");
      }
      return "page";
    }

    String answerUnchecked() {
      try {
        return answer();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
