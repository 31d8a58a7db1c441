package dev.reprise.simulator.advice;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.form.ExperimentForm;
import dev.reprise.simulator.form.JavaForm;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.output.Wrap;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import dev.reprise.simulator.verdict.Difference;
import dev.reprise.time.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats advice. */
final class AdviceText {

  private static final double EASY_UTILISATION = 0.8;

  private final Advice advice;
  private final Service service;
  private final Reasons reasons;
  private final List<String> lines = new ArrayList<>();

  AdviceText(Advice advice) {
    this.advice = advice;
    service = advice.service();
    reasons = new Reasons(advice);
  }

  List<String> lines() {
    lines.addAll(Wrap.lines("", situation()));
    lines.add("");
    Contender contender = advice.contender();
    if (advice.canHelp()) {
      lines.add("  policy  " + contender.policy());
      lines.add(
          "  budget  "
              + contender.budget()
              + (contender.policy().maxAttempts() > 1 ? ", one for each pod" : ""));
      sameAsDefault();
      section("Why");
      numbered(reasons.sentences());
    } else if (advice.isOverloaded()) {
      overload();
    } else {
      failure();
    }
    lines.add("");
    lines.addAll(new AdviceCurves(advice).digits());
    others();
    if (advice.canHelp()) {
      section("The policy as Java");
      JavaForm.of(contender).lines().forEach(line -> lines.add("  " + line));
      checked();
    }
    assumptions();
    command();
    return List.copyOf(lines);
  }

  private void section(String title) {
    lines.add("");
    lines.add(title + ":");
  }

  private void numbered(List<String> sentences) {
    for (int i = 0; i < sentences.size(); i++) {
      lines.addAll(Wrap.lines("  " + (i + 1) + ". ", sentences.get(i)));
    }
  }

  private String situation() {
    return counted(service.load(), "call")
        + "/s of "
        + counted(service.pods(), "pod")
        + " to a server of "
        + NumberText.of(service.capacity())
        + "/s (utilisation "
        + percent(service.utilisation())
        + "), p50 "
        + TimeText.format(service.p50())
        + service.p99().map(p99 -> ", p99 " + TimeText.format(p99)).orElse("")
        + ", that "
        + service.fault().kind().words()
        + " for "
        + TimeText.format(service.fault().length())
        + ":";
  }

  private void sameAsDefault() {
    if (advice.contender().label().equals(Candidates.DEFAULT)) {
      lines.addAll(
          Wrap.lines(
              "  ",
              "It is the default policy of the library, with the timeout and the deadline of the"
                  + " question: none that was tried is better."));
    }
  }

  private void overload() {
    lines.addAll(
        Wrap.lines(
            "",
            "No retry policy can help: "
                + counted(service.load(), "call")
                + "/s come, and the server serves "
                + NumberText.of(service.capacity())
                + "/s, so "
                + (service.utilisation() > 1
                    ? "at least "
                        + percent(1 - 1 / service.utilisation())
                        + " of the calls fail whatever the clients do."
                    : "a queue does not become shorter whatever the clients do.")
                + " A retry only takes the place of another call."));
    section("What helps");
    numbered(
        List.of(
            "Capacity: "
                + NumberText.of(service.load() / EASY_UTILISATION)
                + "/s for a utilisation of 80 %.",
            "Less load: a server that rejects what is above "
                + NumberText.of(EASY_UTILISATION * service.capacity())
                + "/s answers the others in time.",
            "Until then one attempt for each call: policy " + advice.contender().policy() + "."));
  }

  /** States that calls fail for a reason that a retry does not change. */
  private void failure() {
    boolean tooLong = service.p50().compareTo(service.longestTimeout()) > 0;
    double without = advice.standings().get(0).ordinary();
    lines.addAll(
        Wrap.lines(
            "",
            "No retry policy that was tried helps: "
                + percent(1 - without)
                + " of the calls fail without the fault too, with and without retries."
                + (tooLong
                    ? " An attempt may take at most "
                        + TimeText.format(service.longestTimeout())
                        + ", and half of them take longer than "
                        + TimeText.format(service.p50())
                        + "."
                    : "")));
    section("What helps");
    List<String> help = new ArrayList<>();
    if (tooLong) {
      help.add("More time: --deadline and --timeout above the usual time of an attempt.");
    }
    help.add("A server that is faster, or of which fewer attempts fail.");
    help.add("Until then one attempt for each call: policy " + advice.contender().policy() + ".");
    numbered(help);
  }

  /** Adds a table of what else one might have chosen. */
  private void others() {
    section("Compared with other choices");
    lines.add(row("", "succeed", "recovery", "attempts", "peak of", "lost of", ""));
    lines.add(row("", "", "", "a call", "capacity", "10,000", ""));
    Comparison first = reasons.of(advice.contender()).orElseThrow();
    lines.add(row(first, "advised", ""));
    boolean someSame = false;
    for (Comparison each : advice.comparisons()) {
      if (!each.contender().equals(advice.contender())) {
        boolean same = isSame(first, each);
        lines.add(row(each, each.contender().label(), same ? "same" : ""));
        someSame |= same;
      }
    }
    lines.addAll(
        Wrap.lines(
            "  ",
            "(Lost calls are those in ordinary times, without the fault."
                + (someSame
                    ? " Same: it does not differ from the advised policy in practice.)"
                    : ")")));
  }

  private String row(Comparison of, String label, String note) {
    Cell asked = of.asked();
    return row(
        label,
        percent(asked.estimate(Standing.ANSWERED).mean()),
        Reasons.recovery(asked),
        NumberText.of(asked.estimate(Standing.AMPLIFICATION).mean()),
        percent(asked.estimate("peak_load").mean() * service.utilisation()),
        Reasons.lost(of.ordinary()),
        note);
  }

  private static String row(Object... texts) {
    return String.format(Locale.ROOT, "  %-22s %7s %14s %8s %8s %8s  %s", texts).stripTrailing();
  }

  /** Returns whether neither the share of calls nor the recovery differs in practice. */
  private static boolean isSame(Comparison first, Comparison other) {
    return isSame(first.asked(), other.asked(), Standing.ANSWERED)
        && isSame(first.asked(), other.asked(), Standing.RECOVERY)
        && isSame(first.ordinary(), other.ordinary(), Standing.ANSWERED);
  }

  private static boolean isSame(Cell one, Cell other, String metric) {
    return Difference.between(one, other, metric).kind() == Difference.Kind.SAME_IN_PRACTICE;
  }

  private void checked() {
    section("Checked");
    lines.addAll(Wrap.lines("  ", reasons.checked()));
  }

  private void assumptions() {
    section("Assumed");
    List<String> assumed = new ArrayList<>();
    if (service.p99().isEmpty()) {
      assumed.add("exponential service time (--p99 for another)");
    }
    if (service.queue().isEmpty()) {
      assumed.add(
          "a first-in, first-out queue of ten seconds, "
              + NumberText.of(service.queued())
              + " attempts (--queue)");
    }
    assumed.add(percent(service.failing()) + " of the attempts fail in ordinary times (--failing)");
    assumed.add(
        "nobody waits longer than " + TimeText.format(service.deadline()) + " (--deadline)");
    if (service.timeout().isEmpty()) {
      assumed.add(
          "no attempt may take longer than "
              + TimeText.format(service.longestTimeout())
              + " (--timeout)");
    }
    assumed.add("calls may be repeated without harm");
    if (advice.situations().scale() > 1) {
      assumed.add(
          "simulated at 1/"
              + NumberText.of(advice.situations().scale())
              + " of its size, with the same load on each pod");
    }
    lines.addAll(Wrap.lines("  ", String.join("; ", assumed) + "."));
  }

  private void command() {
    section("To see more of it");
    Scenario asked = advice.situations().asked().scenario();
    List<Contender> shown = advice.comparisons().stream().map(Comparison::contender).toList();
    List<Contender> plain = new ArrayList<>();
    for (Contender each : shown.subList(0, Math.min(3, shown.size()))) {
      String label = each.equals(advice.contender()) ? "advised" : each.label();
      plain.add(new Contender(label, each.policy(), each.budget()));
    }
    ExperimentForm form =
        new ExperimentForm(asked.withContenders(plain), advice.seeds(), advice.seed().base());
    form.command().lines().forEach(line -> lines.add("  " + line));
    section("On the page of reprise lab, after its address");
    lines.add("  " + form.fragment());
  }

  /** Returns a number with a noun, such as {@code 1 call} or {@code 1.5 calls}. */
  static String counted(double number, String noun) {
    String text = NumberText.of(number);
    return text + " " + noun + (text.equals("1") ? "" : "s");
  }

  static String percent(double share) {
    return NumberText.of(100 * share) + " %";
  }

  /** Returns a mean of a metric. */
  static double mean(Cell cell, String metric) {
    Estimate estimate = cell.estimate(metric);
    return estimate.count() == 0 ? Double.NaN : estimate.mean();
  }

  static Optional<Comparison> find(List<Comparison> all, String label) {
    return all.stream().filter(each -> each.contender().label().equals(label)).findFirst();
  }
}
