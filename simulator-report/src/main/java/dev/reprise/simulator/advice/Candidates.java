package dev.reprise.simulator.advice;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.simulator.model.Contender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The policies that are compared for a service. */
final class Candidates {

  /** The label of a policy without retries, which all others are measured against. */
  static final String NO_RETRIES = "no retries";

  /** The label of the default policy of the library. */
  static final String DEFAULT = "default policy";

  /** The label of what is written without a library. */
  static final String LOOP = "loop by hand";

  static final String NO_BUDGET = "without a budget";
  static final String NO_JITTER = "without jitter";
  static final String PATIENT = "longest timeout";
  static final String HASTY = "a fifth of the timeout";

  private static final int[] ATTEMPTS = {2, 3, 5};
  private static final double[] TIMEOUTS = {2, 5, 20};
  private static final long[] FIRST_DELAYS_MS = {100, 500};
  private static final long SHORTEST_DELAY_MS = 10;
  private static final long CAP = 20;
  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);

  /** The number of {@link #policies()} at most. */
  static final int MOST_POLICIES =
      ATTEMPTS.length * (TIMEOUTS.length + 1) * (FIRST_DELAYS_MS.length + 1);

  private final Service service;
  private final Duration p99;
  private final List<Contender> references;

  /**
   * Prepares the candidates.
   *
   * @param p99 the 99th percentile of the duration of calls in ordinary times, at the given load
   */
  Candidates(Service service, Duration p99) {
    this.service = service;
    this.p99 = p99;
    references =
        List.of(
            contender(NO_RETRIES, within().maxAttempts(1).build(), RetryBudget.standard()),
            contender(
                DEFAULT,
                RetryPolicy.defaults().toBuilder()
                    .within(service.deadline())
                    .attemptTimeout(service.longestTimeout())
                    .build(),
                RetryBudget.standard()));
  }

  /** Returns the policies that any other is compared with: the one without retries comes first. */
  List<Contender> references() {
    return references;
  }

  /** Returns policies with other attempts, delays and timeouts, all with the standard budget. */
  List<Contender> policies() {
    List<Contender> all = new ArrayList<>();
    for (Duration timeout : timeouts()) {
      for (Duration delay : firstDelays()) {
        for (int attempts : ATTEMPTS) {
          RetryPolicy policy =
              within()
                  .maxAttempts(attempts)
                  .attemptTimeout(timeout)
                  .backoff(exponential(delay))
                  .build();
          all.add(contender("policy " + all.size(), policy, RetryBudget.standard()));
        }
      }
    }
    return all;
  }

  /** Returns a policy with every other kind of budget that is considered. */
  static List<Contender> withBudgets(Contender standard) {
    return List.of(
        standard,
        contender(standard.label() + " ratio", standard.policy(), RetryBudget.finagle()),
        contender(standard.label() + " unlimited", standard.policy(), RetryBudget.unlimited()));
  }

  /** Returns what one might have chosen in place of a policy, each with one difference. */
  List<Contender> worse(Contender chosen) {
    List<Contender> all = new ArrayList<>();
    RetryPolicy policy = chosen.policy();
    if (policy.maxAttempts() > 1) {
      if (!isUnlimited(chosen)) {
        all.add(contender(NO_BUDGET, policy, RetryBudget.unlimited()));
      }
      all.add(
          contender(
              NO_JITTER,
              policy.toBuilder().backoff(policy.backoff().jitter(Jitter.none())).build(),
              chosen.budget()));
    }
    if (service.utilisation() < 1) {
      all.addAll(withOtherTimeouts(chosen));
    }
    all.add(
        contender(
            LOOP,
            within().maxAttempts(5).backoff(Backoff.fixed(Duration.ofMillis(100))).build(),
            RetryBudget.unlimited()));
    return all;
  }

  private List<Contender> withOtherTimeouts(Contender chosen) {
    List<Contender> all = new ArrayList<>();
    RetryPolicy policy = chosen.policy();
    Duration longest = service.longestTimeout();
    Duration timeout = policy.attemptTimeout().orElse(longest);
    if (timeout.compareTo(longest) < 0) {
      all.add(contender(PATIENT, withTimeout(policy, longest), chosen.budget()));
    }
    all.add(contender(HASTY, withTimeout(policy, timeout.dividedBy(5)), chosen.budget()));
    return all;
  }

  private static RetryPolicy withTimeout(RetryPolicy policy, Duration timeout) {
    return policy.toBuilder().attemptTimeout(timeout).build();
  }

  static boolean isUnlimited(Contender contender) {
    return contender.budget().equals(RetryBudget.unlimited());
  }

  private RetryPolicyBuilder within() {
    return RetryPolicy.builder()
        .within(service.deadline())
        .attemptTimeout(service.longestTimeout());
  }

  private static Backoff exponential(Duration first) {
    return Backoff.exponential(first).cappedAt(first.multipliedBy(CAP)).jitter(Jitter.full());
  }

  private Set<Duration> firstDelays() {
    Set<Duration> delays = new LinkedHashSet<>();
    long twice = 2 * service.p50().toMillis();
    delays.add(round(Duration.ofMillis(Math.max(SHORTEST_DELAY_MS, twice))));
    for (long millis : FIRST_DELAYS_MS) {
      delays.add(Duration.ofMillis(millis));
    }
    return delays;
  }

  /** Returns timeouts above the usual duration of an attempt, up to the longest acceptable one. */
  private Set<Duration> timeouts() {
    Set<Duration> timeouts = new LinkedHashSet<>();
    for (double factor : TIMEOUTS) {
      Duration timeout = round(Duration.ofNanos((long) (p99.toNanos() * factor)));
      if (timeout.compareTo(SHORTEST_TIMEOUT) < 0) {
        timeout = SHORTEST_TIMEOUT;
      }
      if (timeout.compareTo(service.longestTimeout()) < 0) {
        timeouts.add(timeout);
      }
    }
    timeouts.add(service.longestTimeout());
    return timeouts;
  }

  /** Rounds up to 1, 1.5, 2, 3, 5 or 7 times a power of ten. */
  static Duration round(Duration exact) {
    double nanos = exact.toNanos();
    double power = Math.pow(10, Math.floor(Math.log10(nanos)));
    for (double step : new double[] {1, 1.5, 2, 3, 5, 7, 10}) {
      if (step * power >= nanos * (1 - 1e-9)) {
        return Duration.ofNanos(Math.round(step * power));
      }
    }
    return exact;
  }

  private static Contender contender(String label, RetryPolicy policy, RetryBudget budget) {
    return new Contender(label, policy, budget);
  }
}
