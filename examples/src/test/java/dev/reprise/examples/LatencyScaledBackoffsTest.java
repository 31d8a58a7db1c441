package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.DelayRange;
import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.examples.LatencyScaledBackoffs.ConflictException;
import dev.reprise.examples.LatencyScaledBackoffs.Row;
import dev.reprise.examples.LatencyScaledBackoffs.Table;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Runs the example, and computes the tables of the page. */
class LatencyScaledBackoffsTest {

  private static final Duration ATTEMPT = Duration.ofMillis(40);
  private static final int RETRIES = 5;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final LatencyScaledBackoffs rows = new LatencyScaledBackoffs(time);

  /** A row that another client changes during the first attempts. */
  private final class Contested implements Table {

    private int conflicts;
    private Row row = new Row("bolt", 0, 100);

    Contested(int conflicts) {
      this.conflicts = conflicts;
    }

    @Override
    public Row read(String id) {
      time.stall(ATTEMPT);
      return row;
    }

    @Override
    public Row write(Row changed) throws ConflictException {
      if (conflicts-- > 0) {
        row = new Row(row.id(), row.version() + 1, row.amount() - 1);
        throw new ConflictException();
      }
      row = new Row(changed.id(), changed.version() + 1, changed.amount());
      return row;
    }
  }

  @Test
  void no_change_is_lost_when_others_are_faster() throws ConflictException {
    Row row = rows.update(new Contested(3), "bolt", old -> old.plus(10));
    assertThat(row).isEqualTo(new Row("bolt", 4, 107));
    assertThat(time.elapsed()).isGreaterThan(ATTEMPT.multipliedBy(4));
  }

  @Test
  void delays_are_multiples_of_attempts() throws ConflictException {
    rows.update(new Contested(30), "bolt", old -> old.plus(10));
    assertThat(time.elapsed()).isLessThan(ATTEMPT.multipliedBy(31 + 30 * 65));
    assertThat(time.elapsed()).isGreaterThan(ATTEMPT.multipliedBy(31 + 30 * 5));
  }

  @Test
  void the_page_shows_the_delays_in_time() {
    for (String backoff :
        new String[] {
          "fixed(100ms)",
          "linear(100ms, +50ms)",
          "exponential(100ms, x2, cap=1s)",
          "exponential(100ms, x2, cap=1s, jitter=full)",
          "exponential(100ms, x2, cap=1s, jitter=equal)",
          "exponential(100ms, x2, cap=1s, jitter=proportional(0.2))",
          "fibonacci(100ms)",
          "uniform(10ms, 50ms)",
          "sequence(1ms, 5ms, 1s)",
          "decorrelated(10ms, cap=2s)",
          "then(1, none, exponential(1s, x2))"
        }) {
      Backoff parsed = Backoff.parse(backoff);
      String cells =
          IntStream.rangeClosed(1, RETRIES)
              .mapToObj(retry -> cell(parsed.range(retry).orElseThrow()))
              .collect(Collectors.joining(" | "));
      assertThat(page()).contains("| `" + backoff + "` | " + cells + " |");
    }
    assertThat(LatencyScaledBackoffs.inTime())
        .hasToString("exponential(100ms, x2, cap=1s, jitter=full)");
    assertThat(LatencyScaledBackoffs.quickThenSlow())
        .hasToString("then(1, none, exponential(1s, x2))");
    assertThat(LatencyScaledBackoffs.listed())
        .isEqualTo(RetryPolicy.parse("within=4h backoff=sequence(30s, 45m, 2h, end)"))
        .extracting(RetryPolicy::maxAttempts)
        .isEqualTo(4);
    assertThat(LatencyScaledBackoffs.bothNotEither())
        .hasToString(
            "maxAttempts=unlimited within=5m backoff=exponential(100ms, x2, cap=20s, jitter=full)"
                + " giveUpWhen=all(attempts(5), elapsed(30s))");
  }

  @Test
  void the_page_shows_the_delays_of_elapsed() {
    String cells =
        LongStream.of(40, 100, 400, 1_000, 10_000)
            .mapToObj(since -> millis(reach(LatencyScaledBackoffs.withFloor(), 2, 1, since)))
            .collect(Collectors.joining(" | "));
    assertThat(page()).contains("| `elapsed` | " + cells + " |");
  }

  @Test
  void the_page_shows_the_delays_of_contention() {
    Backoff crowd = LatencyScaledBackoffs.forConflicts().backoff();
    for (int callers : new int[] {1, 10, 100}) {
      String cells =
          IntStream.rangeClosed(1, RETRIES)
              .mapToObj(retry -> millis(reach(crowd, retry, callers, 0)))
              .collect(Collectors.joining(" | "));
      assertThat(page()).contains("| " + callers + " | " + cells + " |");
    }
  }

  private static long reach(Backoff backoff, int retry, int callers, long sinceMillis) {
    Progress progress = new Progress(retry, retry, 0, 0, 0, 0, 0, 0, 0, 0);
    View view = new View(ATTEMPT.toNanos(), callers, Latencies.NONE);
    long now = Duration.ofMillis(sinceMillis).toNanos();
    return backoff.range(progress, view, now).orElseThrow().maxNanos();
  }

  private static String cell(DelayRange range) {
    return range.minNanos() == range.maxNanos()
        ? millis(range.minNanos())
        : millis(range.minNanos()) + "–" + millis(range.maxNanos());
  }

  private static String millis(long nanos) {
    return Long.toString(Math.round(nanos / 1e6));
  }

  private static String page() {
    Path root = Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
    try {
      return Files.readString(root.resolve("docs/guide/backoffs.md"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
