package dev.reprise.simulator.client;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Converts the results of simulated attempts to the outcomes that policies classify. Not safe for
 * use by several threads.
 */
final class Outcomes {

  private static final long SAYS_NOTHING = -1;

  private final boolean respectsHints;
  private final Map<AttemptResult, Outcome<?>> outcomes = new EnumMap<>(AttemptResult.class);
  private final Map<AttemptResult, SimulatedFailure> failures = new EnumMap<>(AttemptResult.class);

  Outcomes(boolean respectsHints) {
    this.respectsHints = respectsHints;
    for (AttemptResult answer : AttemptResult.values()) {
      String message = answer.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      if (answer == AttemptResult.TIMED_OUT) {
        outcomes.put(answer, Outcome.threw(new SimulatedTimeout(message)));
      } else {
        SimulatedFailure failure = new SimulatedFailure(message);
        failures.put(answer, failure);
        outcomes.put(answer, Outcome.threw(failure));
      }
    }
    outcomes.put(AttemptResult.SERVED, Outcome.returned("served"));
    long mark = RetryReport.mark();
    new RetryReport("below", 2, StopReason.ATTEMPTS, 0, List.of(), mark, mark)
        .attachTo(Objects.requireNonNull(failures.get(AttemptResult.EXHAUSTED)));
  }

  /** Returns the outcome of a result; it is valid until the next call of this method. */
  Outcome<?> of(AttemptResult answer, long hintNanos) {
    SimulatedFailure failure = failures.get(answer);
    if (failure != null) {
      failure.hint(hint(answer, hintNanos));
    }
    return Objects.requireNonNull(outcomes.get(answer));
  }

  /**
   * All clients see that a server throttles; only clients that respect hints see the retry time.
   */
  private long hint(AttemptResult answer, long hintNanos) {
    if (respectsHints && hintNanos > 0) {
      return hintNanos;
    }
    return answer == AttemptResult.THROTTLED ? 0 : SAYS_NOTHING;
  }

  /** Returns the same policy, extended to classify the results of simulated servers. */
  static RetryPolicy reading(RetryPolicy policy) {
    return policy.toBuilder()
        .hintFrom("simulated", SimulatedFailure.class, SimulatedFailure::hint)
        .build();
  }
}
