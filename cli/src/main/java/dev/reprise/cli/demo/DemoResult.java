package dev.reprise.cli.demo;

import dev.reprise.cli.output.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Result of one loader of the demo. */
record DemoResult(
    long calls,
    long attempts,
    long retried,
    long throttled,
    long partial,
    Duration elapsed,
    long lost) {

  /** A table that compares the two loaders, in less than 80 columns. */
  static List<String> table(DemoResult ours, DemoResult naive) {
    return List.of(
        row("", "reprise", "naive"),
        row("calls", ours.calls, naive.calls),
        row("attempts (items in those calls)", ours.attempts, naive.attempts),
        row("items retried", ours.retried, naive.retried),
        row("throttled calls", ours.throttled, naive.throttled),
        row("  of these failed in part", ours.partial, naive.partial),
        row("elapsed", Durations.format(ours.elapsed), Durations.format(naive.elapsed)),
        row("lost", ours.lost, naive.lost));
  }

  private static String row(String name, Object ours, Object naive) {
    return String.format(Locale.ROOT, "%-34s %12s %12s", name, ours, naive);
  }
}
