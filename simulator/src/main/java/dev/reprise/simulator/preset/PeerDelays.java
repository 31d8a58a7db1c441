package dev.reprise.simulator.preset;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.random.RandomGenerator;

/**
 * Delays of other libraries that {@link Backoff} cannot express: jitter that is drawn after the
 * cap, delays that pile up at the cap, a first delay without jitter. Delays are whole milliseconds
 * where the library uses whole milliseconds.
 */
final class PeerDelays {

  private static final long MILLISECOND = 1_000_000L;
  private static final int MOST_DOUBLINGS = 40;

  private PeerDelays() {}

  /** {@code min(30 s, 1 s · 2ⁿ⁻¹) · U(0.9, 1.1)}: over the cap by up to a tenth. */
  static Backoff failsafe() {
    return ofMillis(
        "failsafe-1s-30s-10pct",
        (retry, progress, random) -> doubled(1000, retry, 30_000) * spread(0.1, random));
  }

  /** {@code U(0.5, 1.5)} of 500, 750, 1125, 1687 ms …, each truncated to milliseconds. */
  static Backoff resilience4jRandom() {
    return ofMillis(
        "resilience4j-500ms-x1.5-50pct",
        (retry, progress, random) -> {
          long interval = 500;
          for (int i = 1; i < Math.min(retry, MOST_DOUBLINGS); i++) {
            interval = (long) (interval * 1.5);
          }
          return Math.floor(interval * spread(0.5, random));
        });
  }

  /** {@code min(30 s, min(30 s, 100 ms · 2ⁿ⁻¹) · U(1, 2))}: always the cap in the end. */
  static Backoff springRetryRandom() {
    return ofMillis(
        "spring-retry-100ms-x2-30s",
        (retry, progress, random) -> {
          double interval = doubled(100, retry, 30_000);
          return Math.min(30_000, Math.floor(interval * (1 + random.nextDouble())));
        });
  }

  /** Between {@code max(100, d − j)} and {@code min(1000, d + j)}, where j is a tenth of d. */
  static Backoff spring7Jitter() {
    return ofMillis(
        "spring-7-100ms-x2-1s-10ms",
        (retry, progress, random) -> {
          double interval = doubled(100, retry, 1000);
          double jitter = 10 * Math.floor(interval / 100);
          double min = Math.max(interval - jitter, 100);
          double max = Math.min(interval + jitter, 1000);
          return min + Math.floor(random.nextDouble() * (max - min));
        });
  }

  /** {@code min(1 s, 100 ms · 2ⁿ⁻¹) · U(0.8, 1.2)}: over the cap by up to a fifth. */
  static Backoff grpc() {
    return ofMillis(
        "grpc-100ms-x2-1s-20pct",
        (retry, progress, random) -> doubled(100, retry, 1000) * spread(0.2, random));
  }

  /** 5 ms, then {@code min(200 ms, U(5 ms, 3 · previous))}: the first delay is not random. */
  static Backoff finagle() {
    return ofMillis(
        "finagle-5ms-200ms",
        (retry, progress, random) -> {
          double previous = progress.previousDelayNanos() / (double) MILLISECOND;
          return retry == 1
              ? 5
              : Math.min(200, 5 + random.nextDouble() * Math.max(0, 3 * previous - 5));
        });
  }

  /** {@code max(0, U(−200 ms, 200 ms))}: half of the delays are zero. */
  static Backoff smallrye() {
    return ofMillis(
        "smallrye-0s-200ms", (retry, progress, random) -> Math.max(0, wholeJitter(200, random)));
  }

  /** {@code clamp(1 s · 2ⁿ⁻¹ + U(−200 ms, 200 ms), 0, 60 s)}: always the cap in the end. */
  static Backoff smallryeExponential() {
    return ofMillis(
        "smallrye-1s-x2-1m-200ms",
        (retry, progress, random) -> {
          double delay = doubled(1000, retry, Double.MAX_VALUE) + wholeJitter(200, random);
          return Math.min(60_000, delay);
        });
  }

  private static double doubled(double base, int retry, double cap) {
    return Math.min(cap, base * (1L << Math.min(retry - 1, MOST_DOUBLINGS)));
  }

  private static double spread(double share, RandomGenerator random) {
    return 1 + share * (1 - 2 * random.nextDouble());
  }

  private static int wholeJitter(int millis, RandomGenerator random) {
    return random.nextInt(2 * millis + 1) - millis;
  }

  /** Computes a delay in milliseconds. */
  @FunctionalInterface
  private interface Millis {
    double delay(int retry, Progress progress, RandomGenerator random);
  }

  private static Backoff ofMillis(String name, Millis delays) {
    return Backoff.custom(
        name,
        (Progress progress, View view, long nowNanos, RandomGenerator random) ->
            (long) (delays.delay(Math.max(1, progress.retry()), progress, random) * MILLISECOND));
  }
}
