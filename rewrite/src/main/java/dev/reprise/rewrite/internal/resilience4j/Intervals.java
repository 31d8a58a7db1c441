package dev.reprise.rewrite.internal.resilience4j;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.rewrite.internal.Code;
import dev.reprise.rewrite.internal.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** Backoffs in place of the factory methods of {@code IntervalFunction}. */
final class Intervals {

  static final int DEFAULT_MILLIS = 500;
  private static final double DEFAULT_FACTOR = 1.5;
  private static final double DEFAULT_SHARE = 0.5;
  private static final String OWNER = "io.github.resilience4j.core.IntervalFunction";

  private Intervals() {}

  static Expression fixed(int millis) {
    return Code.callStatic(Backoff.class, "fixed", millis(millis));
  }

  private static Expression millis(int millis) {
    return Code.callStatic(Duration.class, "ofMillis", Code.number(millis));
  }

  /** The backoff in place of an interval function; null if it is not one of a factory method. */
  static @Nullable Expression translated(Expression function) {
    if (!(function instanceof J.MethodInvocation call) || !isFactory(call)) {
      return null;
    }
    List<Expression> given = new ArrayList<>(call.getArguments());
    given.removeIf(J.Empty.class::isInstance);
    Expression base = given.isEmpty() ? millis(DEFAULT_MILLIS) : Durations.ofMillis(given.get(0));
    return switch (call.getSimpleName()) {
      case "ofDefaults" -> fixed(DEFAULT_MILLIS);
      case "of" -> given.size() == 1 ? Code.callStatic(Backoff.class, "fixed", base) : null;
      case "ofRandomized" ->
          randomized(Code.callStatic(Backoff.class, "fixed", base), at(given, 1, DEFAULT_SHARE));
      case "ofExponentialBackoff" -> exponential(base, given, 2);
      case "ofExponentialRandomBackoff" -> exponentialRandom(base, given);
      default -> null;
    };
  }

  private static boolean isFactory(J.MethodInvocation call) {
    return call.getMethodType() != null
        && call.getMethodType().getDeclaringType().getFullyQualifiedName().equals(OWNER);
  }

  private static Expression at(List<Expression> given, int place, double other) {
    return given.size() > place ? given.get(place) : Code.number(other);
  }

  private static Expression exponential(Expression base, List<Expression> given, int cap) {
    Expression curve =
        Code.callStatic(Backoff.class, "exponential", base, at(given, 1, DEFAULT_FACTOR));
    return given.size() > cap
        ? Code.call(curve, Backoff.class, "cappedAt", Durations.ofMillis(given.get(cap)))
        : curve;
  }

  /** Initial interval, then multiplier, then share or cap, then cap. */
  private static Expression exponentialRandom(Expression base, List<Expression> given) {
    boolean capThird = given.size() == 3 && isCap(given.get(2));
    int cap = capThird ? 2 : 3;
    Expression share = given.size() > 2 && !capThird ? given.get(2) : Code.number(DEFAULT_SHARE);
    return randomized(exponential(base, given, cap), share);
  }

  private static boolean isCap(Expression argument) {
    String type = String.valueOf(argument.getType());
    return Durations.isDuration(argument) || type.equals("long") || type.equals("int");
  }

  private static Expression randomized(Expression backoff, Expression share) {
    Expression jitter = Code.callStatic(Jitter.class, "proportional", share);
    return Code.call(backoff, Backoff.class, "jitter", jitter);
  }

  /** Returns true for a random interval with a cap. */
  static boolean isRandomAndCapped(Expression function) {
    return function instanceof J.MethodInvocation call
        && call.getSimpleName().equals("ofExponentialRandomBackoff")
        && (call.getArguments().size() == 4
            || (call.getArguments().size() == 3 && isCap(call.getArguments().get(2))));
  }
}
