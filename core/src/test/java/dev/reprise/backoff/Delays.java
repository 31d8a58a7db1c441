package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Computes delays of backoffs. */
final class Delays {

  /** A generator that fails when it is used. */
  static final RandomGenerator NO_RANDOM =
      () -> {
        throw new AssertionError("drew a number");
      };

  private Delays() {}

  static Progress beforeRetry(int retry, long previousDelayNanos) {
    return new Progress(retry, retry, 0, 0, 0, 0, previousDelayNanos, 0, 0, 0);
  }

  static long delay(Backoff backoff, int retry, RandomGenerator random) {
    return backoff.delayNanos(beforeRetry(retry, 0), View.NONE, 0, random);
  }

  /** The possible results of {@link #delay(Backoff, int, RandomGenerator)}. */
  static DelayRange range(Backoff backoff, int retry) {
    return backoff.range(beforeRetry(retry, 0), View.NONE, 0).orElseThrow();
  }

  /** The delay of a backoff that needs no random numbers. */
  static Duration delay(Backoff backoff, int retry) {
    return Duration.ofNanos(delay(backoff, retry, NO_RANDOM));
  }

  static Duration[] delays(Backoff backoff, int count) {
    Duration[] delays = new Duration[count];
    for (int i = 0; i < count; i++) {
      delays[i] = delay(backoff, i + 1);
    }
    return delays;
  }

  /**
   * Computes all delays of one call up to a retry, each from the previous one. Returns the last
   * one.
   */
  static long lastOf(Backoff backoff, int retries, RandomGenerator random) {
    long previous = 0;
    for (int retry = 1; retry <= retries; retry++) {
      previous = backoff.delayNanos(beforeRetry(retry, previous), View.NONE, 0, random);
    }
    return previous;
  }

  static RandomGenerator random(long seed) {
    return new SplittableRandom(seed);
  }

  static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  static Duration[] ms(long... millis) {
    Duration[] durations = new Duration[millis.length];
    for (int i = 0; i < millis.length; i++) {
      durations[i] = Duration.ofMillis(millis[i]);
    }
    return durations;
  }
}
