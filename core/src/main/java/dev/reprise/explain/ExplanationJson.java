package dev.reprise.explain;

import dev.reprise.backoff.DelayRange;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.ShortDuration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An explanation as one JSON object. Durations are in nanoseconds, null where there is no limit.
 */
final class ExplanationJson {

  private static final double DIGITS = 1e9;

  private ExplanationJson() {}

  static String of(Explanation explanation) {
    Schedule schedule = explanation.schedule();
    return object(
        field("policy", text(explanation.policy().toString())),
        field("budget", text(explanation.budget().toString())),
        field("retries", array(schedule.rows(), ExplanationJson::row)),
        field("rules", array(explanation.rules(), ExplanationJson::rule)),
        field("maxAttempts", limited(explanation.policy().maxAttempts(), Integer.MAX_VALUE)),
        field("maxTotalNanos", limited(explanation.worstNanos(), Long.MAX_VALUE)),
        field("hedge", explanation.policy().hedge().map(ExplanationJson::hedge).orElse(null)),
        field("expectations", array(explanation.expectations(), ExplanationJson::expectation)),
        field("warnings", array(explanation.warnings(), ExplanationJson::text)));
  }

  private static String hedge(Hedge hedge) {
    OptionalDouble percentile = hedge.percentile();
    return object(
        field("percentile", percentile.isPresent() ? "" + percentile.getAsDouble() : null),
        field("minDelayNanos", Long.toString(ShortDuration.nanos(hedge.minDelay()))),
        field("maxInFlight", Integer.toString(hedge.maxInFlight())));
  }

  private static String row(DelayRow row) {
    return object(
        field("retry", Integer.toString(row.retry())),
        field("delay", range(row.delay())),
        field("waited", range(row.waited())));
  }

  private static String rule(RuleDelays rule) {
    OptionalInt price = rule.rule().price();
    return object(
        field("failures", text(rule.rule().name())),
        field("delays", array(rule.delays(), ExplanationJson::range)),
        field("maxFailures", limited(rule.rule().maxFailures(), Integer.MAX_VALUE)),
        field("price", price.isPresent() ? Integer.toString(price.getAsInt()) : null));
  }

  private static String range(DelayRange range) {
    return object(
        field("minNanos", Long.toString(range.minNanos())),
        field("meanNanos", Long.toString(range.meanNanos())),
        field("maxNanos", Long.toString(range.maxNanos())));
  }

  private static String expectation(Expectation each) {
    return object(
        field("failureRate", Double.toString(each.failureRate())),
        field("attempts", Double.isInfinite(each.attempts()) ? null : rounded(each.attempts())),
        field("success", rounded(each.success())));
  }

  private static @Nullable String limited(long value, long noLimit) {
    return value == noLimit ? null : Long.toString(value);
  }

  private static String rounded(double value) {
    return Double.toString(Math.rint(value * DIGITS) / DIGITS);
  }

  private static String object(String... fields) {
    return "{" + String.join(",", fields) + "}";
  }

  private static String field(String name, @Nullable String value) {
    return text(name) + ":" + value;
  }

  private static <T> String array(List<T> values, Function<T, String> each) {
    return values.stream().map(each).collect(Collectors.joining(",", "[", "]"));
  }

  private static String text(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == '"' || next == '\\') {
        quoted.append('\\').append(next);
      } else if (next < ' ') {
        quoted.append(String.format("\\u%04x", (int) next));
      } else {
        quoted.append(next);
      }
    }
    return quoted.append('"').toString();
  }
}
