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

  private final Map<Answer, Outcome<?>> outcomes = new EnumMap<>(Answer.class);
  private final Map<Answer, SimulatedFailure> failures = new EnumMap<>(Answer.class);

  Outcomes() {
    for (Answer answer : Answer.values()) {
      SimulatedFailure failure =
          new SimulatedFailure(answer.name().toLowerCase(Locale.ROOT).replace('_', ' '));
      failures.put(answer, failure);
      outcomes.put(answer, Outcome.threw(failure));
    }
    outcomes.put(Answer.SERVED, Outcome.returned("served"));
    long mark = RetryReport.mark();
    new RetryReport("below", 2, StopReason.ATTEMPTS, 0, List.of(), mark, mark)
        .attachTo(failureOf(Answer.EXHAUSTED));
  }

  /** The outcome of an answer; holds until the next one is asked for. */
  Outcome<?> of(Answer answer, long hintNanos) {
    failureOf(answer).hint(hintNanos);
    return Objects.requireNonNull(outcomes.get(answer));
  }

  private SimulatedFailure failureOf(Answer answer) {
    return Objects.requireNonNull(failures.get(answer));
  }

  /** The same policy, able to read the hints of simulated servers. */
  static RetryPolicy readingHints(RetryPolicy policy) {
    return policy.toBuilder()
        .hintFrom("simulated", SimulatedFailure.class, SimulatedFailure::hint)
        .build();
  }
}
