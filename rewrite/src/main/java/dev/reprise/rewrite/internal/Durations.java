package dev.reprise.rewrite.internal;

import java.time.Duration;
import java.util.Map;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Code of durations. */
public final class Durations {

  private static final Map<String, String> METHODS =
      Map.of(
          "NANOS", "ofNanos",
          "MILLIS", "ofMillis",
          "SECONDS", "ofSeconds",
          "MINUTES", "ofMinutes",
          "HOURS", "ofHours",
          "DAYS", "ofDays");

  private Durations() {}

  /** The duration of a number and a unit. */
  public static Expression of(Expression number, Expression unit) {
    String method = METHODS.get(unitName(unit));
    return method == null
        ? Code.callStatic(Duration.class, "of", number, unit)
        : Code.callStatic(Duration.class, method, number);
  }

  private static String unitName(Expression unit) {
    if (unit instanceof J.FieldAccess access) {
      return access.getSimpleName();
    }
    return unit instanceof J.Identifier name && name.getFieldType() != null
        ? name.getSimpleName()
        : "";
  }

  /** The duration of a number of milliseconds; a duration stays as it is. */
  public static Expression ofMillis(Expression number) {
    return isDuration(number) ? number : Code.callStatic(Duration.class, "ofMillis", number);
  }

  /** Returns true for a duration. */
  public static boolean isDuration(Expression expression) {
    return TypeUtils.isOfClassType(expression.getType(), "java.time.Duration");
  }

  /** Returns true for a unit of time. */
  public static boolean isUnit(Expression expression) {
    JavaType type = expression.getType();
    return TypeUtils.isAssignableTo("java.time.temporal.TemporalUnit", type);
  }
}
