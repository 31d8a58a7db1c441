package dev.reprise.cli.run;

import dev.reprise.classify.Outcome;
import dev.reprise.cli.output.Durations;
import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import java.io.PrintWriter;
import java.util.Set;

/** Prints a line for each retry that is decided. */
final class RetryPrinter implements RetryListener {

  private final int maxAttempts;
  private final PrintWriter to;

  RetryPrinter(int maxAttempts, PrintWriter to) {
    this.maxAttempts = maxAttempts;
    this.to = to;
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished finished
        && finished.decision() instanceof Decision.RetryAfter again) {
      int next = finished.attempt() + 1;
      String of = maxAttempts == Integer.MAX_VALUE ? "" : " of " + maxAttempts;
      String delay = Durations.format(again.delayNanos());
      to.println("reprise: attempt " + next + of + " in " + delay + " (" + outcome(finished) + ")");
      to.flush();
    }
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return Set.of(RetryEvent.AttemptFinished.class);
  }

  private static String outcome(RetryEvent.AttemptFinished finished) {
    return finished.outcome() instanceof Outcome.Returned<?> returned
        ? String.valueOf(returned.value())
        : "timed out after " + Durations.format(finished.durationNanos());
  }
}
