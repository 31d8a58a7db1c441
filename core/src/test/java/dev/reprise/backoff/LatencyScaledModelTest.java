package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.View;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clients that compete for one row from four processes with the real backoffs: writes for each
 * success and milliseconds for each success are those of an independent model of the same row.
 */
class LatencyScaledModelTest {

  private static final double CALLS_TOLERANCE = 0.015;
  private static final double TIME_TOLERANCE = 0.03;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "  10 | exponential(10ms, x2, cap=2s, jitter=full) | 3.90 | 46.7",
        " 100 | exponential(10ms, x2, cap=2s, jitter=full) | 7.96 | 49.0",
        "1000 | exponential(10ms, x2, cap=2s, jitter=full) | 17.0 | 24.3",
        "  10 | elapsed | 3.02 | 45.8",
        " 100 | elapsed | 7.42 | 43.3",
        "1000 | elapsed | 17.4 | 24.2",
        "  10 | contention | 2.86 | 41.9",
        " 100 | contention | 3.91 | 37.2",
        "1000 | contention | 5.30 | 28.8",
      })
  void agrees_with_the_model(int clients, String backoff, double calls, double millis) {
    ContendedRow.Result result = run(Backoff.parse(backoff), clients, ms(10));
    assertEquals(calls, result.callsEach(), calls * CALLS_TOLERANCE);
    assertEquals(millis, result.millisEach(), millis * TIME_TOLERANCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " 100 | exponential(10ms, x2, cap=2s, jitter=full) | 12.9",
        "1000 | exponential(10ms, x2, cap=2s, jitter=full) | 64.7",
        " 100 | elapsed | 7.42",
        "1000 | elapsed | 17.4",
        " 100 | contention | 3.91",
        "1000 | contention | 5.30",
      })
  void at_ten_times_the_latency_only_fixed_delays_make_more_calls(
      int clients, String backoff, double calls) {
    ContendedRow.Result result = run(Backoff.parse(backoff), clients, ms(100));
    assertEquals(calls, result.callsEach(), calls * CALLS_TOLERANCE);
  }

  private static ContendedRow.Result run(Backoff backoff, int clients, Duration message) {
    long nanos = message.toNanos();
    int runs = 20 + 10_000 / clients;
    return ContendedRow.mean(backoff, clients, () -> new KnownLatency(4 * nanos), nanos, runs);
  }

  /** A process that knows the latency before its first call. */
  private static final class KnownLatency implements ContendedRow.Process {

    private final long latencyNanos;
    private int retrying;

    KnownLatency(long latencyNanos) {
      this.latencyNanos = latencyNanos;
    }

    @Override
    public View view() {
      return new View(latencyNanos, retrying, Latencies.NONE);
    }

    @Override
    public void retryingStarted() {
      retrying++;
    }

    @Override
    public void retryingEnds() {
      retrying--;
    }

    @Override
    public void recordLatency(long nanos) {}
  }
}
