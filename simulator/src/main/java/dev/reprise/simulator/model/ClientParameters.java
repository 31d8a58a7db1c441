package dev.reprise.simulator.model;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.client.ClientExtras;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.RetryBreaker;
import dev.reprise.simulator.client.WithoutRefund;
import java.time.Duration;
import java.util.List;

/** The parameters of what clients do in addition to policy and budget. */
final class ClientParameters {

  static final Parameter<Double> THROTTLE =
      Parameter.number(
          "throttle",
          0,
          0,
          1000,
          "K of clients that throttle adaptively: they reject attempts themselves with probability"
              + " (requests - K * accepts)/(requests + 1); at least 1, or 0 for none");
  static final Parameter<Duration> THROTTLE_WINDOW =
      Parameter.duration(
          "throttle-window", "2m", "1s", "1h", "period of the requests that throttle counts");
  static final Parameter<Boolean> RETRY_REFUND =
      Parameter.flag(
          "retry-refund", true, "whether a success after retries gives tokens back to the budget");
  static final Parameter<Double> BREAKER =
      Parameter.number(
          "breaker",
          0,
          0,
          1,
          "share of failed first attempts from which on a breaker, in addition to the budget,"
              + " refuses retries; 0 for none");
  static final Parameter<Duration> BREAKER_WINDOW =
      Parameter.duration(
          "breaker-window", "10s", "1s", "1h", "period of the first attempts of the breaker");
  static final Parameter<Integer> BREAKER_CALLS =
      Parameter.count(
          "breaker-calls",
          20,
          1,
          1_000_000,
          "first attempts in the period below which the breaker refuses nothing");
  static final Parameter<Double> OTHER_SHARE =
      Parameter.number(
          "other-share", 0, 0, 1, "share of the calls that are of another kind, such as writes");
  static final Parameter<RetryPolicy> OTHER_POLICY =
      Parameter.policy("other-policy", "maxAttempts=1", "policy of the calls of the other kind");

  static final List<Parameter<?>> PARAMETERS =
      List.of(
          THROTTLE,
          THROTTLE_WINDOW,
          RETRY_REFUND,
          BREAKER,
          BREAKER_WINDOW,
          BREAKER_CALLS,
          OTHER_SHARE,
          OTHER_POLICY);

  private ClientParameters() {}

  /** Returns the settings of a contender's clients; settings without these parameters are valid. */
  static ClientSettings of(
      Settings settings, Contender contender, int processes, long timeoutNanos) {
    if (!settings.texts().containsKey(THROTTLE.name())) {
      return contender.in(processes, timeoutNanos, contender.budget(), ClientExtras.NONE);
    }
    ClientExtras extras =
        new ClientExtras(
            settings.get(THROTTLE),
            settings.get(THROTTLE_WINDOW).toNanos(),
            settings.get(OTHER_SHARE),
            settings.get(OTHER_POLICY));
    return contender.in(processes, timeoutNanos, budget(settings, contender), extras);
  }

  private static RetryBudget budget(Settings settings, Contender contender) {
    RetryBudget budget = contender.budget();
    if (!settings.get(RETRY_REFUND)) {
      budget = new WithoutRefund(budget);
    }
    double share = settings.get(BREAKER);
    return share == 0
        ? budget
        : new RetryBreaker(
            budget, share, settings.get(BREAKER_CALLS), settings.get(BREAKER_WINDOW).toNanos());
  }

  /**
   * Checks the values together.
   *
   * @throws IllegalArgumentException if one is invalid
   */
  static void check(Settings settings) {
    double throttle = settings.get(THROTTLE);
    if (throttle > 0 && throttle < 1) {
      throw new IllegalArgumentException(
          "throttle must be at least 1, or 0 for none, but was " + throttle);
    }
  }
}
