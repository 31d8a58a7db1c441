package dev.reprise.explain;

import dev.reprise.backoff.DelayRange;
import dev.reprise.budget.RetryBudget;
import dev.reprise.internal.text.ShortDuration;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.Nesting;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.CountText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds settings of a policy that may surprise its author. */
final class Warnings {

  private static final String PINNING = "decorrelated(";
  private static final int MANY_ATTEMPTS = 10;
  private static final long SHORT_NANOS = Duration.ofMillis(1).toNanos();
  private static final long LONG_HINT_NANOS = Duration.ofMinutes(10).toNanos();

  private final RetryPolicy policy;
  private final RetryBudget budget;
  private final Schedule schedule;
  private final List<DelayRow> firstTwo;
  private final List<String> found = new ArrayList<>();

  private Warnings(RetryPolicy policy, RetryBudget budget, Schedule schedule) {
    this.policy = policy;
    this.budget = budget;
    this.schedule = schedule;
    firstTwo = Schedule.first(policy, 2);
  }

  static List<String> of(RetryPolicy policy, RetryBudget budget, Schedule schedule) {
    Warnings warnings = new Warnings(policy, budget, schedule);
    if (policy.maxAttempts() == 1) {
      warnings.found.add("One attempt: there is no retry, and the backoff is not used.");
    } else {
      warnings.lookAtLimits();
      warnings.lookAtDeadline();
      warnings.lookAtDelays();
      warnings.lookAtRules();
      warnings.lookAtFailureRules();
    }
    warnings.found.addAll(HedgeWarnings.of(policy, budget));
    return List.copyOf(warnings.found);
  }

  private void lookAtLimits() {
    boolean timeless = policy.within().isEmpty();
    if (timeless && policy.maxAttempts() == Integer.MAX_VALUE) {
      found.add("No limit: a call that keeps failing never ends. Set maxAttempts or within.");
    } else if (timeless) {
      found.add("No time limit: only the number of attempts ends a call.");
    }
    if (timeless && policy.attemptTimeout().isEmpty()) {
      found.add("An attempt that hangs blocks the call: set attemptTimeout.");
    }
    if (budget.retriesWhenFull() == 0) {
      found.add("There is never a retry: the budget, " + budget + ", allows none.");
    } else if (budget.retriesWhenFull() < schedule.retries()) {
      found.add(
          "More attempts than the budget allows: a full "
              + budget
              + " allows "
              + count(budget.retriesWhenFull(), "retry", "retries")
              + " in a row, "
              + (schedule.retries() == Integer.MAX_VALUE
                  ? "but the policy has no limit."
                  : "but the policy has " + schedule.retries() + "."));
    }
  }

  private void lookAtDeadline() {
    Schedule inTime =
        policy.giveUpWhen().isEmpty()
            ? schedule
            : Schedule.of(policy.toBuilder().withoutGiveUpWhen().build(), 0);
    if (schedule.possible() == 0 && inTime.possible() > 0) {
      found.add(
          "There is never a retry: the condition to give up, "
              + policy.giveUpWhen().orElseThrow()
              + ", holds after the first attempt.");
    }
    if (policy.within().isPresent()) {
      lookAtDeadline(inTime);
    }
  }

  /** Finds retries that do not start in time. */
  private void lookAtDeadline(Schedule inTime) {
    long within = ShortDuration.nanos(policy.within());
    long timeout = ShortDuration.nanos(policy.attemptTimeout());
    if (policy.attemptTimeout().isPresent() && timeout > within) {
      found.add(
          "attemptTimeout ("
              + ShortDuration.format(timeout)
              + ") is longer than the time limit of the call ("
              + ShortDuration.format(within)
              + ").");
    }
    if (inTime.possible() == 0) {
      found.add(
          "The time limit ends before the first retry: it is "
              + ShortDuration.format(within)
              + ", but the first delay is at least "
              + ShortDuration.format(delay(1).minNanos())
              + ". There is never a retry.");
    } else if (inTime.retries() != Integer.MAX_VALUE && inTime.possible() < inTime.retries()) {
      found.add(
          attempts(inTime.possible())
              + " can never start within "
              + ShortDuration.format(within)
              + ".");
    } else if (inTime.retries() != Integer.MAX_VALUE && inTime.certain() < inTime.retries()) {
      found.add(
          attempts(inTime.certain())
              + " may not start within "
              + ShortDuration.format(within)
              + ", even if attempts take no time.");
    }
  }

  private void lookAtDelays() {
    String text = policy.backoff().toString();
    DelayRange first = delay(1);
    if (first.maxNanos() == 0 && delay(2).maxNanos() == 0) {
      found.add("No delay between attempts: an overloaded server receives them all at once.");
    } else if (!policy.backoff().hasJitter()) {
      found.add("No jitter: callers that fail together retry together. Add jitter=full.");
    }
    if (first.maxNanos() > 0
        && first.maxNanos() < SHORT_NANOS
        && policy.maxAttempts() >= MANY_ATTEMPTS) {
      found.add("Many attempts in a short time: the first delays are below a millisecond.");
    }
    if (policy.backoff().readsAverageLatency() && !text.contains("floor=")) {
      found.add("Attempts that fail quickly make the delays short: set floor if that can happen.");
    }
    if (text.contains(PINNING)) {
      found.add(
          "Delays concentrate at the cap: about a quarter of the later delays equal it. "
              + "exponential with jitter=full spreads them.");
    }
    if (text.contains(", x1)") || text.contains(", x1,")) {
      found.add("Factor 1: the delay never grows. fixed is the same.");
    }
  }

  private void lookAtRules() {
    long hint = ShortDuration.nanos(policy.maxHint());
    if (policy.within().isEmpty() && hint >= LONG_HINT_NANOS) {
      found.add(
          hint == Long.MAX_VALUE
              ? "A server may request any delay: set maxHint or within."
              : "A server may request a delay of "
                  + ShortDuration.format(hint)
                  + " each time (maxHint).");
    }
    if (policy.nesting() == Nesting.MULTIPLY) {
      found.add("Nested retries multiply: three levels of 3 attempts are 27 attempts.");
    }
    if (policy.idempotency() == Idempotency.NOT_IDEMPOTENT) {
      found.add(
          "Not idempotent: only failures known to have had no effect are retried, which are few.");
    }
  }

  private void lookAtFailureRules() {
    Set<String> named = new HashSet<>();
    for (FailureRule rule : policy.rules()) {
      if (!named.add(rule.name())) {
        found.add("The later rule for " + rule.name() + " is never used: the first one applies.");
      }
      if (rule.maxFailures() != Integer.MAX_VALUE && rule.maxFailures() >= policy.maxAttempts()) {
        found.add(
            "The limit of "
                + CountText.of(rule.maxFailures(), "failure")
                + " for "
                + rule.name()
                + " has no effect: maxAttempts ends the call before.");
      }
      if (rule.price().orElse(0) > 1 && !budget.readsPrices() && budget.retriesWhenFull() > 0) {
        found.add(
            "The price of "
                + rule.price().getAsInt()
                + " for "
                + rule.name()
                + " has no effect: the budget, "
                + budget
                + ", knows no prices.");
      }
    }
  }

  private DelayRange delay(int retry) {
    return firstTwo.get(retry - 1).delay();
  }

  /** The attempts after a number of retries. */
  private String attempts(int retries) {
    int first = retries + 2;
    int last = policy.maxAttempts();
    return first == last ? "Attempt " + last : "Attempts " + first + " to " + last;
  }

  private static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
