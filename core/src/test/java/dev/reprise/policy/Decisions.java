package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Assertions;

/** Computes decisions of policies. */
public final class Decisions {

  public static final long SECOND = 1_000_000_000;

  private Decisions() {}

  /** A policy with wide limits: 10 attempts, a minute, a second between attempts. */
  public static RetryPolicyBuilder generous() {
    return RetryPolicy.builder()
        .maxAttempts(10)
        .within(Duration.ofSeconds(60))
        .backoff(Backoff.fixed(Duration.ofSeconds(1)).cappedAt(Duration.ofSeconds(2)))
        .hintJitter(0);
  }

  /** Progress of a call that began at 0 and has made some attempts. */
  public static Progress after(int attempts) {
    return new Progress(attempts, attempts, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  public static Decision decide(
      RetryPolicy policy, Progress progress, Outcome<?> outcome, long now) {
    return decide(policy, progress, outcome, now, new SplittableRandom(1));
  }

  public static Decision decide(
      RetryPolicy policy, Progress progress, Outcome<?> outcome, long now, RandomGenerator random) {
    return policy.decide(progress, outcome, now, View.NONE, random);
  }

  public static Decision decide(RetryPolicyBuilder policy, Throwable failure) {
    return decide(policy.build(), after(1), Outcome.threw(failure), 0);
  }

  /** A failure that a call of three attempts has just thrown. */
  public static IOException retriedBelow() {
    IOException failure = new IOException("reset");
    long mark = RetryReport.mark();
    new RetryReport("below", 3, StopReason.ATTEMPTS, 0, List.of(), mark, mark).attachTo(failure);
    return failure;
  }

  public static StopReason reasonOf(Decision decision) {
    return Assertions.assertInstanceOf(Decision.GiveUp.class, decision).stopReason();
  }

  public static Decision.RetryAfter retryOf(Decision decision) {
    return Assertions.assertInstanceOf(Decision.RetryAfter.class, decision);
  }
}
