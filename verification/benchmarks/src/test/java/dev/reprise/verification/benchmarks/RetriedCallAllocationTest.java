package dev.reprise.verification.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.reprise.Fallback;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * Allocation of calls that do not succeed at once: exactly zero where the code allocates nothing,
 * otherwise a bound.
 *
 * <p>Rounds are repeated until one is within the bound. Compiled code omits some objects, and the
 * time of compilation is unknown.
 */
class RetriedCallAllocationTest {

  private static final long DECISION_AND_PROGRESS = 120;
  private static final long COPY = 128;
  private static final long EXHAUSTION = 2_200;
  private static final int CALLS = 20_000;
  private static final int ROUNDS = 500;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Service service = new Service();
  private final RetryEvent[] kept = new RetryEvent[16];
  private int events;

  @Test
  void one_failure_and_then_a_success_allocates_a_decision_and_a_progress() throws Exception {
    Retry retry = retry();
    Operation<String, IOException> operation = service::everySecondTime;
    assertAtMost(DECISION_AND_PROGRESS, () -> retry.call(operation));
  }

  @Test
  void a_fallback_that_is_not_used_adds_nothing() throws Exception {
    Retry retry = retry();
    Operation<String, IOException> operation = service::everySecondTime;
    Fallback<String, RuntimeException> fallback = failed -> "cached";
    assertAtMost(DECISION_AND_PROGRESS, () -> retry.callOrElse(operation, fallback));
  }

  /**
   * For comparison: Resilience4j's events of the same call take 496 bytes, Failsafe's 784.
   * Reprise's keep the failure for the report of the success.
   */
  @Test
  void every_event_of_one_failure_and_then_a_success_is_bounded() throws Exception {
    Retry retry = retry().withListener(RetryListener.forAllEvents(this::keep));
    Operation<String, IOException> operation = service::everySecondTime;
    assertAtMost(552, () -> retry.call(operation));
    assertTrue(events >= CALLS, "events " + events);
  }

  @Test
  void a_first_try_that_succeeds_allocates_only_its_event() throws Exception {
    Retry retry = retry().withListener(RetryListener.forAllEvents(this::keep));
    assertAtMost(24, () -> retry.call(() -> "page"));
    assertTrue(events >= CALLS, "events " + events);
  }

  @Test
  void a_call_with_a_known_key_allocates_a_copy_of_the_retry() throws Exception {
    Retry retry = Retry.of(RetryPolicy.defaults());
    Operation<String, IOException> operation = () -> "page";
    assertAtMost(COPY, () -> retry.on("host.example").call(operation));
  }

  /** Includes report and history; the texts of three failures are about a third of it. */
  @Test
  void exhaustion_after_three_attempts_is_bounded() throws Exception {
    Retry retry = retry();
    Operation<String, IOException> operation = service::never;
    assertAtMost(
        EXHAUSTION,
        () -> {
          try {
            return retry.call(operation);
          } catch (IOException failure) {
            return failure;
          }
        });
  }

  @Test
  void a_decision_that_accepts_allocates_nothing() throws Exception {
    RetryPolicy policy = RetryPolicy.defaults();
    Progress progress = Progress.startingAt(0).attempted(0, 0, 1);
    Outcome<String> outcome = Outcome.returned("page");
    ThreadLocalRandom random = ThreadLocalRandom.current();
    assertAtMost(0, () -> policy.decide(progress, outcome, 2, View.NONE, random));
  }

  /** The progress for the next attempt is allocated by the code that makes that attempt. */
  @Test
  void a_decision_to_retry_allocates_one_object() throws Exception {
    RetryPolicy policy =
        RetryPolicy.builder()
            .backoff(Backoff.exponential(Duration.ofMillis(100)).jitter(Jitter.full()))
            .build();
    Progress progress = Progress.startingAt(0).attempted(0, RetryReport.mark(), 1);
    Outcome<String> outcome = Outcome.threw(new IOException("down"));
    ThreadLocalRandom random = ThreadLocalRandom.current();
    assertAtMost(32, () -> policy.decide(progress, outcome, 2, View.NONE, random));
  }

  private static Retry retry() {
    RetryPolicy policy = RetryPolicy.builder().backoff(Backoff.none()).withoutTimeLimit().build();
    return Retry.of(policy).withBudget(RetryBudget.unlimited());
  }

  private void keep(RetryEvent event) {
    kept[events++ % kept.length] = event;
  }

  private static void assertAtMost(long bytes, Callable<?> call) throws Exception {
    long lowest = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && lowest > bytes * CALLS; round++) {
      lowest = Math.min(lowest, measure(call));
    }
    long most = lowest;
    assertTrue(most <= bytes * CALLS, () -> most + " bytes in " + CALLS + " calls");
  }

  private static long measure(Callable<?> call) throws Exception {
    long self = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(self);
    for (int i = 0; i < CALLS; i++) {
      call.call();
    }
    return THREADS.getThreadAllocatedBytes(self) - before;
  }

  /** Fails without a stack trace, which would be by far the largest part. */
  private static final class Service {

    private final IOException failure = new Down();
    private boolean up = true;

    String everySecondTime() throws IOException {
      up = !up;
      return up ? "page" : never();
    }

    String never() throws IOException {
      throw failure;
    }
  }

  private static final class Down extends IOException {

    private static final long serialVersionUID = 1;

    Down() {
      super("down");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
