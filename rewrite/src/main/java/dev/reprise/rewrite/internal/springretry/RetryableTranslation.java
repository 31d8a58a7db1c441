package dev.reprise.rewrite.internal.springretry;

import dev.reprise.declared.Retryable;
import dev.reprise.rewrite.internal.AnnotationCode;
import dev.reprise.rewrite.internal.Code;
import dev.reprise.rewrite.internal.PolicyCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** Translates one {@code @Retryable}. */
final class RetryableTranslation {

  /** The delays without {@code @Backoff}, and the cap of an exponential one without a cap. */
  private static final String DEFAULT_DELAY = "fixed(1s)";

  private static final long DEFAULT_CAP = 30_000;

  private static final Set<String> KNOWN =
      Set.of(
          "value",
          "retryFor",
          "include",
          "noRetryFor",
          "exclude",
          "maxAttempts",
          "backoff",
          "recover",
          "label",
          "stateful");
  private static final Set<String> KNOWN_OF_BACKOFF =
      Set.of("value", "delay", "maxDelay", "multiplier", "random");

  private final SpringRetryTranslation file;
  private final J.Annotation annotation;
  private final AnnotationCode given;
  private final AnnotationCode ours = new AnnotationCode(Retryable.class);

  RetryableTranslation(SpringRetryTranslation file, J.Annotation annotation) {
    this.file = file;
    this.annotation = annotation;
    given = AnnotationCode.of(annotation);
  }

  J.Annotation translate() {
    String refusal = obstacle();
    String backoff = refusal == null ? backoff() : null;
    if (refusal == null && backoff == null) {
      refusal = "only a backoff of plain numbers has a counterpart";
    }
    if (refusal != null || backoff == null) {
      file.reject(annotation, String.valueOf(refusal));
      return annotation;
    }
    Expression attempts = given.value("maxAttempts");
    ours.set("maxAttempts", attempts == null ? Code.number(3) : attempts);
    ours.set("within", Code.text("unlimited"));
    ours.set("backoff", Code.text(backoff));
    copy("retryOnCause", "value", "retryFor", "include");
    boolean excluded = copy("abortOn", "noRetryFor", "exclude");
    Expression fallback = given.value(Recoveries.FALLBACK);
    if (fallback != null) {
      ours.set("fallback", fallback);
    }
    comment(excluded);
    return ours.replacing(annotation, file.continuation(), file.getCursor());
  }

  private void comment(boolean excluded) {
    file.comment(
        "the budget of a Retry also limits retries, so that they do not prolong an outage;"
            + " spring-retry has none. RetryBudget and the property budget change it.");
    Expression classes = ours.value("retryOnCause");
    if (classes == null || PolicyCode.isBroad(classes)) {
      file.comment(
          "bugs such as NullPointerException and IllegalStateException are not retried unless"
              + " retryOn names them.");
    }
    if (excluded) {
      file.comment("abortOn looks at the failure, and into wrappers, but not at other causes.");
    }
    if (ours.value("fallback") != null) {
      file.comment(
          "a failure that the fallback does not accept is thrown itself, not inside an"
              + " ExhaustedRetryException.");
    }
  }

  private @Nullable String obstacle() {
    for (String name : given.names()) {
      if (!KNOWN.contains(name) && !name.equals(Recoveries.FALLBACK)) {
        return name + " of @Retryable has no counterpart";
      }
    }
    Expression stateful = given.value("stateful");
    if (stateful != null && !RandomBackoff.isFalse(stateful)) {
      return "stateful retries, which remember failures between calls, have no counterpart";
    }
    return null;
  }

  private boolean copy(String attribute, String... names) {
    for (String name : names) {
      Expression value = given.value(name);
      if (value != null) {
        ours.set(attribute, value);
        return true;
      }
    }
    return false;
  }

  /** The backoff as text; null if it is not of plain numbers. */
  private @Nullable String backoff() {
    Expression nested = given.value("backoff");
    if (nested == null) {
      return DEFAULT_DELAY;
    }
    if (!(nested instanceof J.Annotation backoff)) {
      return null;
    }
    AnnotationCode of = AnnotationCode.of(backoff);
    if (!KNOWN_OF_BACKOFF.containsAll(of.names())) {
      return null;
    }
    Double delay = delay(of);
    Double max = number(of.value("maxDelay"), 0);
    Double multiplier = number(of.value("multiplier"), 0);
    Expression random = of.value("random");
    boolean literal =
        random == null || RandomBackoff.isTrue(random) || RandomBackoff.isFalse(random);
    return delay == null || max == null || multiplier == null || !literal
        ? null
        : text(delay.longValue(), max.longValue(), multiplier, random);
  }

  /** As spring-retry reads it: {@code value} counts where {@code delay} is 0. */
  private static @Nullable Double delay(AnnotationCode of) {
    Double delay = number(of.value("delay"), 0);
    Double value = number(of.value("value"), 1000);
    return delay == null || value == null ? null : Math.max(1, delay == 0 ? value : delay);
  }

  private @Nullable String text(
      long delay, long max, double multiplier, @Nullable Expression random) {
    if (multiplier <= 0) {
      return max > delay ? "uniform(" + delay + "ms, " + max + "ms)" : "fixed(" + delay + "ms)";
    }
    long cap = max > delay ? max : DEFAULT_CAP;
    if (multiplier < 1 || cap < delay) {
      return null;
    }
    if (random == null || !RandomBackoff.isTrue(random)) {
      return "exponential(" + delay + "ms, x" + plain(multiplier) + ", cap=" + cap + "ms)";
    }
    RandomBackoff range = RandomBackoff.of(delay, multiplier);
    if (range == null) {
      return null;
    }
    file.comment(RandomBackoff.DIFFERENCE);
    return "exponential("
        + range.text()
        + ", x"
        + plain(multiplier)
        + ", cap="
        + cap
        + "ms, jitter=proportional("
        + range.share()
        + "))";
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  private static @Nullable Double number(@Nullable Expression expression, double other) {
    if (expression == null) {
      return other;
    }
    return expression instanceof J.Literal literal && literal.getValue() instanceof Number number
        ? number.doubleValue()
        : null;
  }
}
