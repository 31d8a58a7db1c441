package dev.reprise.batch;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Settings and inputs that several tests use. */
public final class Batches {

  public static final Duration SECOND = Duration.ofSeconds(1);

  private Batches() {}

  /** Returns a policy with four attempts, one second apart, without a time limit. */
  public static RetryPolicyBuilder fourAttempts() {
    return RetryPolicy.builder().maxAttempts(4).backoff(Backoff.fixed(SECOND)).withoutTimeLimit();
  }

  public static Retry retry(RetryPolicy policy, VirtualTime time) {
    return Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(time);
  }

  public static Retry fourAttempts(VirtualTime time) {
    return retry(fourAttempts().build(), time);
  }

  /** Returns items with distinct keys. */
  public static List<Write> writes(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Write(i, i)).toList();
  }
}
