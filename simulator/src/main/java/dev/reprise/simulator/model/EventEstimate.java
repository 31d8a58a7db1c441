package dev.reprise.simulator.model;

import dev.reprise.budget.RetryBudget;

/** Estimates the numbers of events of runs. */
final class EventEstimate {

  /** Its start at the target, its service, its response, and its timeout. */
  private static final double EVENTS_AN_ATTEMPT = 4;

  /** The attempts of a call that are assumed where a policy has no limit. */
  static final double MOST_ATTEMPTS = 10;

  private static final double ATTEMPTS_WITH_BUDGET = 1.2;

  private EventEstimate() {}

  /** Returns the events of calls that are retried until their attempts or budgets are used. */
  static double ofCalls(double calls, Contender contender) {
    return ofAttempts(calls, attempts(contender));
  }

  /** Returns the events of calls with a number of attempts for each. */
  static double ofAttempts(double calls, double attempts) {
    return 1 + calls * (1 + EVENTS_AN_ATTEMPT * attempts);
  }

  /** Returns the attempts of a call while every attempt fails. */
  static double attempts(Contender contender) {
    double most = Math.min(MOST_ATTEMPTS, contender.policy().maxAttempts());
    return isBudgeted(contender) ? Math.min(most, ATTEMPTS_WITH_BUDGET) : most;
  }

  /** Returns the events of calls that arrive at a server until the end of its horizon. */
  static double ofServer(Settings settings, Contender contender) {
    Horizon horizon = Horizon.of(settings);
    boolean maybeStuck = attempts(contender) > ATTEMPTS_WITH_BUDGET;
    int seconds = maybeStuck ? horizon.end() : horizon.measured();
    double calls = RateSteps.calls(settings, settings.get(ServerKind.RATE), seconds);
    return ofCalls(calls, contender);
  }

  private static boolean isBudgeted(Contender contender) {
    return !contender.budget().equals(RetryBudget.unlimited());
  }
}
