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

/** Answers as policies see them. Not safe for use by several threads. */
final class Outcomes {

  private static final long SAYS_NOTHING = -1;

  private final boolean heedsHints;
  private final Map<Answer, Outcome<?>> outcomes = new EnumMap<>(Answer.class);
  private final Map<Answer, SimulatedFailure> failures = new EnumMap<>(Answer.class);

  Outcomes(boolean heedsHints) {
    this.heedsHints = heedsHints;
    for (Answer answer : Answer.values()) {
      String message = answer.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      if (answer == Answer.TIMED_OUT) {
        outcomes.put(answer, Outcome.threw(new SimulatedTimeout(message)));
      } else {
        SimulatedFailure failure = new SimulatedFailure(message);
        failures.put(answer, failure);
        outcomes.put(answer, Outcome.threw(failure));
      }
    }
    outcomes.put(Answer.SERVED, Outcome.returned("served"));
    long mark = RetryReport.mark();
    new RetryReport("below", 2, StopReason.ATTEMPTS, 0, List.of(), mark, mark)
        .attachTo(Objects.requireNonNull(failures.get(Answer.EXHAUSTED)));
  }

  /** The outcome of an answer; holds until the next one is asked for. */
  Outcome<?> of(Answer answer, long hintNanos) {
    SimulatedFailure failure = failures.get(answer);
    if (failure != null) {
      failure.hint(hint(answer, hintNanos));
    }
    return Objects.requireNonNull(outcomes.get(answer));
  }

  /** A server that throttles says that much to every client, and how long to those who heed it. */
  private long hint(Answer answer, long hintNanos) {
    if (heedsHints && hintNanos > 0) {
      return hintNanos;
    }
    return answer == Answer.THROTTLED ? 0 : SAYS_NOTHING;
  }

  /** The same policy, able to read what simulated servers say. */
  static RetryPolicy reading(RetryPolicy policy) {
    return policy.toBuilder()
        .hintFrom("simulated", SimulatedFailure.class, SimulatedFailure::hint)
        .build();
  }
}
