package dev.reprise.rewrite.internal.springretry;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.rewrite.internal.Code;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/**
 * The random exponential delays of spring-retry. Its delay before a retry is drawn from d to d·m,
 * for the delay d of the curve and the multiplier m. The same range is c·(1 − p) to c·(1 + p) with
 * c = d·(1 + m)/2 and p = (m − 1)/(m + 1).
 *
 * @param centre c before the first retry, in microseconds
 * @param share p
 */
record RandomBackoff(long centre, double share) {

  static final String DIFFERENCE =
      "the delay is drawn from the same range, written as its middle and a share of it; the cap"
          + " applies to the middle before the draw.";

  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_UP);

  /** The range for a delay in milliseconds and a multiplier; null if they are not numbers. */
  static @Nullable RandomBackoff of(Expression millis, Expression multiplier) {
    return millis instanceof J.Literal delay
            && multiplier instanceof J.Literal factor
            && delay.getValue() instanceof Number d
            && factor.getValue() instanceof Number m
        ? of(d.longValue(), m.doubleValue())
        : null;
  }

  /** The range for a delay in milliseconds and a multiplier of at least 1. */
  static @Nullable RandomBackoff of(long millis, double multiplier) {
    if (multiplier < 1) {
      return null;
    }
    BigDecimal share = BigDecimal.valueOf((multiplier - 1) / (multiplier + 1)).round(DIGITS);
    return new RandomBackoff(
        Math.round(millis * 1000.0 * (1 + multiplier) / 2), share.doubleValue());
  }

  /** The backoff as code. */
  Expression code(Expression multiplier, Expression cap) {
    Expression first =
        centre % 1000 == 0
            ? Code.callStatic(Duration.class, "ofMillis", Code.number((int) (centre / 1000)))
            : Code.callStatic(Duration.class, "ofNanos", Code.number(centre * 1000));
    Expression curve = Code.callStatic(Backoff.class, "exponential", first, multiplier);
    Expression capped = Code.call(curve, Backoff.class, "cappedAt", cap);
    Expression jitter = Code.callStatic(Jitter.class, "proportional", Code.number(share));
    return Code.call(capped, Backoff.class, "jitter", jitter);
  }

  /** The first delay as text. */
  String text() {
    return centre % 1000 == 0 ? centre / 1000 + "ms" : centre + "us";
  }

  static boolean isTrue(Expression expression) {
    return expression instanceof J.Literal literal && Boolean.TRUE.equals(literal.getValue());
  }

  static boolean isFalse(Expression expression) {
    return expression instanceof J.Literal literal && Boolean.FALSE.equals(literal.getValue());
  }
}
