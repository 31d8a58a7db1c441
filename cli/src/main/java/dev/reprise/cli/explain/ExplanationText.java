package dev.reprise.cli.explain;

import dev.reprise.backoff.DelayRange;
import dev.reprise.cli.Times;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.FailureRule;
import java.util.List;
import java.util.StringJoiner;

/** An explanation as people read it, in at most 80 columns of ASCII. */
final class ExplanationText {

  /** The ends of the columns. */
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
    line(HEAD, "", "------- delay before it --------", "-------- waited by then --------");
    line(ROW, "retry", "min", "mean", "max", "min", "mean", "max");
    for (DelayRow row : schedule.rows()) {
      DelayRange delay = row.delay();
      DelayRange waited = row.waited();
      line(
          ROW,
          Integer.toString(row.retry()),
          Times.format(delay.minNanos()),
          Times.format(delay.meanNanos()),
          Times.format(delay.maxNanos()),
          Times.format(waited.minNanos()),
          Times.format(waited.meanNanos()),
          Times.format(waited.maxNanos()));
    }
    int more = schedule.retries() - schedule.rows().size();
    if (more > 0) {
      lines.add(
          "   ... and " + (schedule.retries() == Integer.MAX_VALUE ? "so on" : more + " more"));
    }
    if (explanation.policy().backoff().readsAverageLatency()) {
      lines.add(
          "(for one caller, and attempts of "
              + Times.format(Schedule.LATENCY_NANOS)
              + "; longer ones wait in proportion)");
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
    int attempts = explanation.policy().maxAttempts();
    lines.add(
        "attempts at most   "
            + (attempts == Integer.MAX_VALUE ? "no limit" : Integer.toString(attempts)));
    lines.add(
        "waits at most      "
            + (schedule.waitedNanos() == Long.MAX_VALUE
                ? "no limit in sight"
                : Times.format(schedule.waitedNanos())));
    lines.add("in all at most     " + worst());
    if (explanation.policy().giveUpWhen().isPresent()) {
      wrap(
          "gives up when      ",
          explanation.policy().giveUpWhen().get() + "; likely after " + likely());
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
      parts.add(rule.maxFailures() == 1 ? "no retry" : "gives up at failure " + rule.maxFailures());
    }
    if (rule.price().isPresent()) {
      int price = rule.price().getAsInt();
      parts.add(price == 0 ? "a retry costs nothing" : "a retry costs " + price + " x as much");
    }
    String label = "after " + rule.name();
    if (label.length() < LABEL) {
      wrap(label + " ".repeat(LABEL - label.length()), parts.toString());
    } else {
      lines.add(label);
      wrap(" ".repeat(LABEL), parts.toString());
    }
  }

  private static String firstDelays(List<DelayRange> delays) {
    StringJoiner first = new StringJoiner(", ", "", delays.size() > DELAYS ? ", ..." : "");
    for (DelayRange delay : delays.subList(0, Math.min(DELAYS, delays.size()))) {
      String most = Times.format(delay.maxNanos());
      boolean drawn = delay.minNanos() != delay.maxNanos();
      first.add(drawn ? Times.format(delay.minNanos()) + " to " + most : most);
    }
    return first.toString();
  }

  private String likely() {
    int attempts = explanation.schedule().likelyAttempts();
    return attempts == Integer.MAX_VALUE
        ? "no end in sight"
        : attempts == 1 ? "1 attempt" : attempts + " attempts";
  }

  private String hedges(Hedge hedge) {
    String least = Times.format(Times.nanos(hedge.minDelay()));
    String floor = hedge.minDelay().isZero() ? "" : ", but at least " + least;
    String delay =
        hedge.percentile().isPresent()
            ? "once an attempt is out longer than "
                + decimal(hedge.percentile().getAsDouble(), 10_000)
                + " % of recent ones"
                + floor
                + " (none before "
                + Hedge.MIN_SAMPLES
                + " are known)"
            : "once an attempt is out for " + least;
    int most = Math.min(hedge.maxInFlight(), explanation.policy().maxAttempts());
    return delay + "; at most " + most + " in flight";
  }

  private String worst() {
    if (explanation.worstNanos() != Long.MAX_VALUE) {
      return Times.format(explanation.worstNanos());
    }
    String attempt = explanation.policy().attemptTimeout().isEmpty() ? " (no attemptTimeout)" : "";
    String limit =
        explanation.policy().within().isPresent()
            ? Times.format(explanation.policy().within().get()) + " and the rest of one attempt"
            : "no limit in sight";
    return limit + attempt;
  }

  private void expectations() {
    line(RATE, "failures", "attempts", "successes");
    for (Expectation each : explanation.expectations()) {
      line(
          RATE,
          percent(each.failureRate()),
          Double.isInfinite(each.attempts()) ? "no end" : decimal(each.attempts(), 100),
          success(each));
    }
    lines.add("(on average, with mean delays, attempts that take no time, a full budget)");
    lines.add("");
  }

  private void warnings() {
    if (explanation.warnings().isEmpty()) {
      lines.add("Nothing to warn about.");
    }
    for (String warning : explanation.warnings()) {
      wrap("! ", warning);
    }
  }

  private void line(int[] ends, String... cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      int blanks = Math.max(0, ends[i] - line.length() - cells[i].length());
      line.append(" ".repeat(blanks)).append(cells[i]);
    }
    lines.add(line);
  }

  /** Breaks at blanks; later lines are indented as far as the first one's label. */
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

  private static String decimal(double value, long parts) {
    return Times.decimal(Math.round(value * parts), parts);
  }
}
