package dev.reprise.explain;

import dev.reprise.backoff.DelayRange;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.NumberText;
import dev.reprise.internal.text.ShortDuration;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import java.math.BigDecimal;
import java.util.List;
import java.util.StringJoiner;

/** An explanation as text, in at most 80 columns of ASCII. */
final class ExplanationText {

  /** End columns of the cells of a line. */
  private static final int[] HEAD = {6, 39, 74};

  private static final int[] ROW = {6, 17, 28, 39, 52, 63, 74};
  private static final int[] RATE = {14, 25, 38};
  private static final int WIDTH = 80;
  private static final int LABEL = 19;
  private static final int DELAYS = 3;
  private static final double ALMOST_ALL = 0.9999;

  private final Explanation explanation;
  private final StringJoiner lines = new StringJoiner(System.lineSeparator());

  private ExplanationText(Explanation explanation) {
    this.explanation = explanation;
  }

  static String of(Explanation explanation) {
    ExplanationText text = new ExplanationText(explanation);
    text.settings();
    text.delays();
    text.limits();
    text.expectations();
    text.warnings();
    return text.lines.toString();
  }

  private void settings() {
    wrap("policy  ", explanation.policy().toString());
    wrap("budget  ", explanation.budget().toString());
    lines.add("");
  }

  private void delays() {
    Schedule schedule = explanation.schedule();
    if (schedule.rows().isEmpty()) {
      return;
    }
    line(HEAD, "", "------ delay before retry ------", "------- total of delays --------");
    line(ROW, "retry", "min", "mean", "max", "min", "mean", "max");
    for (DelayRow row : schedule.rows()) {
      DelayRange delay = row.delay();
      DelayRange waited = row.waited();
      line(
          ROW,
          Integer.toString(row.retry()),
          ShortDuration.format(delay.minNanos()),
          ShortDuration.format(delay.meanNanos()),
          ShortDuration.format(delay.maxNanos()),
          ShortDuration.format(waited.minNanos()),
          ShortDuration.format(waited.meanNanos()),
          ShortDuration.format(waited.maxNanos()));
    }
    int more = schedule.retries() - schedule.rows().size();
    if (more > 0) {
      lines.add(
          "   ... and " + (schedule.retries() == Integer.MAX_VALUE ? "so on" : more + " more"));
    }
    if (explanation.policy().backoff().readsAverageLatency()) {
      lines.add(
          "(for one caller and attempts of "
              + ShortDuration.format(Schedule.LATENCY_NANOS)
              + "; delays scale with their duration)");
    }
    lines.add("");
  }

  private void limits() {
    for (RuleDelays rule : explanation.rules()) {
      rule(rule);
    }
    if (!explanation.rules().isEmpty()) {
      lines.add("");
    }
    Schedule schedule = explanation.schedule();
    wrap("attempts at most   ", maxAttempts());
    lines.add(
        "waits at most      "
            + (schedule.waitedNanos() == Long.MAX_VALUE
                ? "no limit"
                : ShortDuration.format(schedule.waitedNanos())));
    lines.add("takes at most      " + maxTotal());
    if (explanation.policy().giveUpWhen().isPresent()) {
      wrap(
          "gives up when      ",
          explanation.policy().giveUpWhen().get() + "; probably after " + likely());
    }
    if (explanation.policy().hedge().isPresent()) {
      wrap("hedges             ", hedges(explanation.policy().hedge().get()));
    }
    lines.add("");
  }

  private void rule(RuleDelays each) {
    FailureRule rule = each.rule();
    StringJoiner parts = new StringJoiner("; ");
    if (rule.backoff().isPresent() && !each.delays().isEmpty()) {
      parts.add("waits " + firstDelays(each.delays()));
    }
    if (rule.maxFailures() != Integer.MAX_VALUE) {
      parts.add(
          rule.maxFailures() == 1 ? "no retry" : "gives up after failure " + rule.maxFailures());
    }
    if (rule.price().isPresent()) {
      parts.add(price(rule.price().getAsInt()));
    }
    String label = "after " + rule.name();
    if (label.length() < LABEL) {
      wrap(label + " ".repeat(LABEL - label.length()), parts.toString());
    } else {
      lines.add(label);
      wrap(" ".repeat(LABEL), parts.toString());
    }
  }

  private String price(int price) {
    if (price == 0) {
      return "a retry costs nothing";
    }
    return explanation.budget().readsPrices()
        ? "a retry costs " + price + " x as much"
        : "the budget ignores the price";
  }

  private static String firstDelays(List<DelayRange> delays) {
    StringJoiner first = new StringJoiner(", ", "", delays.size() > DELAYS ? ", ..." : "");
    for (DelayRange delay : delays.subList(0, Math.min(DELAYS, delays.size()))) {
      String most = ShortDuration.format(delay.maxNanos());
      boolean random = delay.minNanos() != delay.maxNanos();
      first.add(random ? ShortDuration.format(delay.minNanos()) + " to " + most : most);
    }
    return first.toString();
  }

  private String likely() {
    int attempts = explanation.schedule().likelyAttempts();
    return attempts == Integer.MAX_VALUE
        ? "an unlimited number of attempts"
        : attempts == 1 ? "1 attempt" : attempts + " attempts";
  }

  private String hedges(Hedge hedge) {
    String least = ShortDuration.format(ShortDuration.nanos(hedge.minDelay()));
    String floor = hedge.minDelay().isZero() ? "" : ", but at least " + least;
    String delay =
        hedge.percentile().isPresent()
            ? "when an attempt takes longer than "
                + exact(hedge.percentile().getAsDouble())
                + " % of recent attempts"
                + floor
                + " (not before "
                + Hedge.MIN_SAMPLES
                + " attempts are recorded)"
            : "when an attempt takes longer than " + least;
    int most = Math.min(hedge.maxInFlight(), explanation.policy().maxAttempts());
    return delay + "; at most " + most + " in flight";
  }

  private String maxAttempts() {
    RetryPolicy policy = explanation.policy();
    if (policy.maxAttempts() == Integer.MAX_VALUE) {
      return "no limit";
    }
    return Schedule.startsOver(policy)
        ? policy.maxAttempts()
            + ", counted anew after an attempt of at least "
            + ShortDuration.format(ShortDuration.nanos(policy.startOverAfter()))
        : Integer.toString(policy.maxAttempts());
  }

  private String maxTotal() {
    if (explanation.worstNanos() != Long.MAX_VALUE) {
      return ShortDuration.format(explanation.worstNanos());
    }
    String attempt = explanation.policy().attemptTimeout().isEmpty() ? " (no attemptTimeout)" : "";
    String limit =
        explanation.policy().within().isPresent()
            ? ShortDuration.format(explanation.policy().within().get())
                + " plus the duration of one attempt"
            : "no limit";
    return limit + attempt;
  }

  private void expectations() {
    line(RATE, "failures", "attempts", "successes");
    for (Expectation each : explanation.expectations()) {
      line(
          RATE,
          percent(each.failureRate()),
          Double.isInfinite(each.attempts()) ? "no limit" : decimal(each.attempts(), 100),
          success(each));
    }
    lines.add("(averages for mean delays, attempts that take no time, and a full budget)");
    lines.add("");
  }

  private void warnings() {
    if (explanation.warnings().isEmpty()) {
      lines.add("No warnings.");
    }
    for (String warning : explanation.warnings()) {
      wrap("! ", warning);
    }
  }

  private void line(int[] ends, String... cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      int spaces = Math.max(0, ends[i] - line.length() - cells[i].length());
      line.append(" ".repeat(spaces)).append(cells[i]);
    }
    lines.add(line);
  }

  /** Breaks the text at spaces and indents later lines by the length of the label. */
  private void wrap(String label, String text) {
    StringBuilder line = new StringBuilder(label);
    int indent = label.length();
    for (String word : text.split(" ", -1)) {
      if (line.length() > indent && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line);
        line = new StringBuilder(" ".repeat(indent));
      }
      line.append(line.length() > indent ? " " : "").append(word);
    }
    lines.add(line);
  }

  private static String success(Expectation each) {
    return each.success() > ALMOST_ALL ? "> 99.99 %" : percent(each.success());
  }

  private static String percent(double share) {
    return decimal(share * 100, 100) + " %";
  }

  /** All digits, so that a percentile is never rounded to 0 or 100. */
  private static String exact(double value) {
    return new BigDecimal(NumberText.format(value)).stripTrailingZeros().toPlainString();
  }

  private static String decimal(double value, long parts) {
    return ShortDuration.decimal(Math.round(value * parts), parts);
  }
}
