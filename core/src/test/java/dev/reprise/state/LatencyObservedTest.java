package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.ContendedRow;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.View;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model of one row again, with the latency that the state of a retry measures by itself. */
class LatencyObservedTest {

  private static final double TOLERANCE = 0.03;

  @Tag("random")
  @ParameterizedTest
  @CsvSource({
    "elapsed, 10, 10, 3.02",
    "elapsed, 100, 10, 7.42",
    "elapsed, 1000, 10, 17.4",
    "elapsed, 1000, 100, 17.4",
    "contention, 10, 10, 2.86",
    "contention, 100, 10, 3.91",
    "contention, 1000, 10, 5.30",
    "contention, 1000, 100, 5.30",
  })
  void needs_no_given_latency(String backoff, int clients, int messageMillis, double calls) {
    ContendedRow.Result result =
        ContendedRow.mean(
            Backoff.parse(backoff),
            clients,
            Observed::new,
            Duration.ofMillis(messageMillis).toNanos(),
            Math.min(1_000, 20_000 / clients));
    assertEquals(calls, result.callsEach(), calls * TOLERANCE);
  }

  private static final class Observed implements ContendedRow.Process {

    private final RetryState state = new RetryState(RetryBudget.unlimited());

    @Override
    public View view() {
      return state.view();
    }

    @Override
    public void retryingStarted() {
      state.retryingStarted();
    }

    @Override
    public void retryingEnds() {
      state.callFinished(0);
    }

    @Override
    public void recordLatency(long nanos) {
      state.paidAttemptEnded(true, nanos, 0);
    }
  }
}
