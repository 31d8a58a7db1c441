package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Operation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.state.RetryState;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The accounting of a call: the notifications of budget and state, for every course of a call. */
class SettlementTest {

  private static final String ACCEPTED = "started, first succeeded";

  private final Ledger ledger = new Ledger(Integer.MAX_VALUE);

  /**
   * The reports of a driver, the notifications of the budget, the number of retrying callers and
   * the recorded latency.
   */
  static Stream<Arguments> settlements() {
    return Stream.of(
        row(
            "accepted at once",
            ACCEPTED,
            0,
            0,
            s -> s.callStarted(1),
            s -> s.firstAttemptAccepted(1)),
        row(
            "not retryable",
            "started, finished",
            0,
            8,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.firstAttemptEnded(false, 8, 9),
            s -> s.callFinished(9)),
        row(
            "retryable, no attempt left",
            "started, first failed, finished",
            0,
            8,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.firstAttemptEnded(true, 8, 9),
            s -> s.callFinished(9)),
        row(
            "waits",
            "started, first failed, granted",
            1,
            8,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.firstAttemptEnded(true, 8, 9),
            s -> s.tryAcquire(9)),
        row(
            "waited without a retry",
            "started, first failed, granted, lost, finished",
            0,
            0,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.firstAttemptEnded(true, 0, 9),
            s -> s.tryAcquire(9),
            s -> s.permitUnused(10),
            s -> s.callFinished(10)),
        row(
            "succeeds at its retry",
            "started, first failed, granted, kept, finished",
            0,
            9,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.firstAttemptEnded(true, 8, 9),
            s -> s.tryAcquire(9),
            s -> s.paidAttemptEnded(true, 16, 30),
            s -> s.callFinished(30)),
        row(
            "never began",
            "started, finished",
            0,
            0,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.callFinished(2)),
        row(
            "the first attempt wins over its hedge",
            "started, granted, lost, first succeeded",
            0,
            8,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.tryAcquire(5),
            s -> s.paidAttemptEnded(false, 0, 9),
            s -> s.firstAttemptEnded(false, 8, 9),
            s -> s.firstAttemptWon(9)),
        row(
            "the hedge wins",
            "started, granted, kept, finished",
            0,
            4,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.tryAcquire(5),
            s -> s.firstAttemptEnded(false, 0, 9),
            s -> s.paidAttemptEnded(true, 4, 9),
            s -> s.callFinished(9)),
        row(
            "succeeds at a retry at a price",
            "started, first failed, granted at 3, lost at 3, granted at 2, kept at 2, finished",
            0,
            9,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.firstAttemptEnded(true, 8, 9),
            s -> s.tryAcquire(3, 9),
            s -> s.permitUnused(3, 9),
            s -> s.tryAcquire(2, 9),
            s -> s.paidAttemptEnded(2, true, 16, 30),
            s -> s.callFinished(30)),
        row(
            "succeeds at a retry for nothing",
            "started, first failed, finished",
            0,
            9,
            s -> s.callStarted(1),
            RetryState::retryingStarted,
            s -> s.firstAttemptEnded(true, 8, 9),
            s -> s.tryAcquire(0, 9),
            s -> s.paidAttemptEnded(0, true, 16, 30),
            s -> s.callFinished(30)));
  }

  @SafeVarargs
  private static Arguments row(
      String name, String heard, int retrying, long latency, Consumer<RetryState>... reports) {
    return Arguments.of(name, heard, retrying, latency, List.of(reports));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("settlements")
  void notifies_budget_and_state_of_a_settlement(
      String name, String heard, int retrying, long latency, List<Consumer<RetryState>> reports) {
    RetryState state = RetryState.of(ledger);

    reports.forEach(report -> report.accept(state));

    assertEquals(heard, ledger.text());
    assertEquals(retrying, state.view().retrying());
    assertEquals(latency, state.view().attemptLatencyNanos());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("settlements")
  void a_budget_that_throws_only_refuses(
      String name, String heard, int retrying, long latency, List<Consumer<RetryState>> reports) {
    RetryState state = RetryState.of(new Ledger(-1));

    try (LogCapture log = new LogCapture(Level.WARNING)) {
      reports.forEach(report -> report.accept(state));
    }

    assertEquals(retrying, state.view().retrying());
    assertEquals(latency, state.view().attemptLatencyNanos());
  }

  /** The courses of calls, and the reports of every driver about them. */
  static Stream<Arguments> calls() {
    List<Arguments> all = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      all.add(Arguments.of(shape, "succeeds", "", 9, ACCEPTED));
      all.add(Arguments.of(shape, "aborts", "a", 9, "started, finished"));
      all.add(
          Arguments.of(
              shape, "is retried", "f", 9, "started, first failed, granted, kept, finished"));
      all.add(
          Arguments.of(
              shape,
              "is retried twice",
              "ff",
              9,
              "started, first failed, granted, lost, granted, kept, finished"));
      all.add(
          Arguments.of(
              shape,
              "is retried in vain",
              "fff",
              9,
              "started, first failed, granted, lost, granted, lost, finished"));
      all.add(
          Arguments.of(
              shape, "aborts later", "fa", 9, "started, first failed, granted, lost, finished"));
      all.add(
          Arguments.of(shape, "is refused", "f", 0, "started, first failed, refused, finished"));
      all.add(
          Arguments.of(
              shape,
              "is refused later",
              "ff",
              1,
              "started, first failed, granted, lost, refused, finished"));
      all.add(
          Arguments.of(
              shape,
              "is retried at two prices",
              "ft",
              9,
              "started, first failed, granted, lost, granted at 2, kept at 2, finished"));
      all.add(
          Arguments.of(
              shape,
              "is retried in vain at a price",
              "tft",
              9,
              "started, first failed, granted at 2, lost at 2, granted, lost, finished"));
      all.add(
          Arguments.of(shape, "is retried for nothing", "n", 0, "started, first failed, finished"));
      all.add(
          Arguments.of(
              shape,
              "is refused at a price",
              "t",
              0,
              "started, first failed, refused at 2, finished"));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("calls")
  void every_driver_reports_the_same_accounting(
      Shape shape, String name, String failures, int grants, String heard) throws Exception {
    Ledger budget = new Ledger(grants);
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .backoff(Backoff.none())
            .rule(FailureRule.of(SocketTimeoutException.class).price(2))
            .rule(FailureRule.of(ConnectException.class).price(0))
            .build();
    Retry retry = Retry.of(shape.adapt(policy)).withBudget(budget).withExecutor(Runnable::run);
    int[] made = {0};
    Operation<String, IOException> attempt =
        () -> {
          int number = made[0]++;
          if (number >= failures.length()) {
            return "page";
          }
          switch (failures.charAt(number)) {
            case 'a' -> throw new IllegalStateException("a bug");
            case 't' -> throw new SocketTimeoutException("too slow");
            case 'n' -> throw new ConnectException("not reached");
            default -> throw new IOException("down");
          }
        };

    shape.call(retry, attempt);

    assertEquals(heard, budget.text());
    assertEquals(0, retry.state().view().retrying());
  }

  /** The drivers, including their shorter paths. */
  enum Shape {
    CALL,
    CALL_HEARD,
    CALL_SEEING,
    EXECUTE,
    OR_ELSE,
    TOKEN,
    STAGES,
    STAGES_SEEING,
    BLOCKING_ON_EXECUTOR,
    HEDGED;

    RetryPolicy adapt(RetryPolicy policy) {
      return this == HEDGED
          ? policy.toBuilder()
              .idempotency(Idempotency.IDEMPOTENT)
              .hedge(Hedge.after(Duration.ofMinutes(1)))
              .build()
          : policy;
    }

    void call(Retry retry, Operation<String, IOException> attempt) throws Exception {
      switch (this) {
        case CALL, HEDGED -> outcome(() -> retry.call(attempt));
        case CALL_HEARD -> outcome(() -> retry.withListener(event -> {}).call(attempt));
        case CALL_SEEING -> outcome(() -> retry.callWith(seen -> attempt.call()));
        case EXECUTE -> retry.execute(attempt);
        case OR_ELSE -> retry.callOrElse(attempt, failed -> "cached");
        case TOKEN -> outcome(() -> inALoop(retry, attempt));
        case STAGES -> outcome(() -> retry.callAsync(() -> stage(attempt)).get());
        case STAGES_SEEING -> outcome(() -> retry.callAsyncWith(seen -> stage(attempt)).get());
        case BLOCKING_ON_EXECUTOR -> outcome(() -> retry.callAsync(attempt, Runnable::run).get());
      }
    }

    private static String inALoop(Retry retry, Operation<String, IOException> attempt)
        throws Exception {
      try (RetryCall call = retry.begin()) {
        while (true) {
          try {
            String value = attempt.call();
            call.succeeded();
            return value;
          } catch (IOException | IllegalStateException failure) {
            call.failed(failure);
          }
        }
      }
    }

    private static CompletableFuture<String> stage(Operation<String, IOException> attempt) {
      try {
        return CompletableFuture.completedFuture(attempt.call());
      } catch (Exception failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }

    private static void outcome(Callable<String> call) {
      try {
        call.call();
      } catch (Exception failed) {
        return;
      }
    }
  }

  /** Records the notifications of a budget; throws each time if {@code grants} is below 0. */
  private static final class Ledger implements RetryBudget {

    private final List<String> lines = new ArrayList<>();
    private final int grants;
    private int granted;

    Ledger(int grants) {
      this.grants = grants;
    }

    private void write(String line) {
      if (grants < 0) {
        throw new IllegalStateException("a bug");
      }
      lines.add(line);
    }

    String text() {
      return String.join(", ", lines);
    }

    @Override
    public boolean readsTicks() {
      return false;
    }

    @Override
    public void callStarted(long nowNanos) {
      write("started");
    }

    @Override
    public void firstAttemptSucceeded(long nowNanos) {
      write("first succeeded");
    }

    @Override
    public void firstAttemptFailed(long nowNanos) {
      write("first failed");
    }

    @Override
    public boolean tryAcquire(long nowNanos) {
      return tryAcquire(1, nowNanos);
    }

    @Override
    public boolean tryAcquire(int price, long nowNanos) {
      boolean grant = granted < grants;
      write((grant ? "granted" : "refused") + at(price));
      granted += grant ? 1 : 0;
      return grant;
    }

    @Override
    public void permitReturned(boolean succeeded, long nowNanos) {
      permitReturned(1, succeeded, nowNanos);
    }

    @Override
    public void permitReturned(int price, boolean succeeded, long nowNanos) {
      write((succeeded ? "kept" : "lost") + at(price));
    }

    private static String at(int price) {
      return price == 1 ? "" : " at " + price;
    }

    @Override
    public void callFinished(long nowNanos) {
      write("finished");
    }

    @Override
    public RetryBudget newInstance() {
      return this;
    }

    @Override
    public boolean isFull(long nowNanos) {
      return false;
    }

    @Override
    public long retriesWhenFull() {
      return grants;
    }
  }
}
