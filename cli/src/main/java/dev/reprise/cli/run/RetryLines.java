package dev.reprise.cli.run;

import dev.reprise.classify.Outcome;
import dev.reprise.cli.Times;
import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import java.io.PrintWriter;
import java.util.Set;

/** Prints a line for each retry, when it is decided. */
final class RetryLines implements RetryListener {

  private final int maxAttempts;
  private final PrintWriter to;

  RetryLines(int maxAttempts, PrintWriter to) {
    this.maxAttempts = maxAttempts;
    this.to = to;
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished finished
        && finished.decision() instanceof Decision.RetryAfter again) {
      int next = finished.attempt() + 1;
      String of = maxAttempts == Integer.MAX_VALUE ? "" : " of " + maxAttempts;
      String delay = Times.format(again.delayNanos());
      to.println("reprise: attempt " + next + of + " in " + delay + " (" + inWords(finished) + ")");
      to.flush();
    }
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return Set.of(RetryEvent.AttemptFinished.class);
  }

  private static String inWords(RetryEvent.AttemptFinished finished) {
    return finished.outcome() instanceof Outcome.Returned<?> returned
        ? String.valueOf(returned.value())
        : "timed out after " + Times.format(finished.durationNanos());
  }
}
