package dev.reprise.simulator.advice;

import static dev.reprise.simulator.advice.AdviceText.percent;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sentences that state why a policy is advised. Each number in them was simulated. */
final class Reasons {

  private static final double OF = 10_000;
  private static final double ENOUGH = 0.95;

  private final Advice advice;
  private final Service service;

  Reasons(Advice advice) {
    this.advice = advice;
    service = advice.service();
  }

  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(recoverySentence());
    sentences.add(budgetSentence());
    sentences.add(ordinarySentence());
    return sentences;
  }

  Optional<Comparison> of(Contender contender) {
    return advice.comparisons().stream()
        .filter(each -> each.contender().equals(contender))
        .findFirst();
  }

  private Comparison advised() {
    return of(advice.contender()).orElseThrow();
  }

  private Optional<Comparison> labelled(String label) {
    return AdviceText.find(advice.comparisons(), label);
  }

  private String recoverySentence() {
    Comparison none = labelled(Candidates.NO_RETRIES).orElseThrow();
    String own = recovery(advised().asked());
    String queue =
        service.fault().kind() == Fault.Kind.HANG
            ? "The queue fills with "
                + NumberText.of(queued())
                + " attempts, "
                + NumberText.of(queued() / service.capacity())
                + " s of work; at "
                + percent(service.utilisation())
                + " utilisation, only "
                + NumberText.of(service.capacity() - service.load())
                + "/s are left to catch up. "
            : "";
    return queue
        + enough()
        + " of the calls succeed again "
        + after(own)
        + " the fault, without retries "
        + after(recovery(none.asked()))
        + " it"
        + calculated()
        + ".";
  }

  /** Compares the recovery without retries with the time in which a queue is worked off. */
  private String calculated() {
    if (service.fault().kind() != Fault.Kind.HANG) {
      return "";
    }
    double timely = service.capacity() * service.longestTimeout().toNanos() / 1e9;
    double seconds = Math.max(0, queued() - timely) / (service.capacity() - service.load());
    return " (calculated from queue, timeout and spare capacity: "
        + NumberText.of(Math.rint(10 * seconds) / 10)
        + " s)";
  }

  /** Returns the share of the calls at which the simulator states a recovery. */
  private String enough() {
    return percent(ENOUGH * (1 - service.failing()));
  }

  private static String after(String recovery) {
    return recovery.equals("0 s") ? "at the end of" : recovery + " after";
  }

  /** Returns the attempts that wait at the end of a hang, without a retry. */
  private double queued() {
    return Math.min(service.queued(), service.load() * service.fault().length().toNanos() / 1e9);
  }

  private String budgetSentence() {
    Optional<Comparison> without = labelled(Candidates.NO_BUDGET);
    if (without.isEmpty()) {
      return noBudgetSentence();
    }
    Cell free = without.get().asked();
    Cell own = advised().asked();
    double most = advice.contender().policy().maxAttempts() * service.load();
    String sentence =
        "The budget holds the load back: without it, "
            + NumberText.of(service.load())
            + " calls/s with up to "
            + advice.contender().policy().maxAttempts()
            + " attempts are up to "
            + NumberText.of(most)
            + "/s against a capacity of "
            + NumberText.of(service.capacity())
            + "; ";
    Estimate recovery = free.estimate(Standing.RECOVERY);
    if (recovery.undefined() > 0) {
      return sentence
          + "the server then does not recover in "
          + recovery.undefined()
          + " of "
          + (recovery.count() + recovery.undefined())
          + " runs.";
    }
    return sentence
        + enough()
        + " of the calls then succeed "
        + after(recovery(free))
        + " the fault, and a call makes "
        + NumberText.of(AdviceText.mean(free, Standing.AMPLIFICATION))
        + " attempts in place of "
        + NumberText.of(AdviceText.mean(own, Standing.AMPLIFICATION))
        + ".";
  }

  private String noBudgetSentence() {
    int attempts = advice.contender().policy().maxAttempts();
    return attempts == 1
        ? "More attempts delay the recovery, or save no calls that one attempt loses."
        : "A budget would refuse retries that the server has the capacity for: "
            + NumberText.of(attempts * service.load())
            + " attempts/s at most, against "
            + NumberText.of(service.capacity())
            + "/s.";
  }

  private String ordinarySentence() {
    Cell own = advised().ordinary();
    Cell none = labelled(Candidates.NO_RETRIES).orElseThrow().ordinary();
    return "In ordinary times, with "
        + percent(service.failing())
        + " of the attempts failing, "
        + lost(own)
        + " of 10,000 calls are lost in place of "
        + lost(none)
        + ", for "
        + NumberText.of(AdviceText.mean(own, Standing.AMPLIFICATION))
        + " attempts for each call.";
  }

  /** Returns how many of ten thousand calls did not succeed. */
  static String lost(Cell cell) {
    double lost = OF * (1 - AdviceText.mean(cell, Standing.ANSWERED));
    return lost > 0 && lost < 1 ? "under 1" : NumberText.of(lost);
  }

  /** States in which other situations the policy was tried, and the worst of them. */
  String checked() {
    Standing own =
        advice.standings().stream()
            .filter(each -> each.contender().equals(advice.contender()))
            .findFirst()
            .orElseThrow();
    List<Situation> situations = advice.situations().all();
    List<String> results = new ArrayList<>();
    for (int i = 0; i < situations.size(); i++) {
      if (situations.get(i).role() == Situation.Role.VARIED) {
        results.add(situations.get(i).words() + " " + recovery(own.cells().get(i)));
      }
    }
    return "recovery with "
        + String.join(", ", results)
        + " ("
        + advice.seeds()
        + (advice.seeds() == 1 ? " run" : " runs")
        + " each)"
        + (own.delay() > 0
            ? "; some are later than 1.5 times the recovery without retries plus 10 s."
            : ", none of them surely later than 1.5 times that without retries plus 10 s.");
  }

  /** Returns the time until the calls succeed again, such as {@code 12.4 s} or {@code never}. */
  static String recovery(Cell cell) {
    Estimate recovery = cell.estimate(Standing.RECOVERY);
    if (recovery.count() == 0) {
      return "never";
    }
    String time = NumberText.of(Math.rint(10 * recovery.mean()) / 10) + " s";
    return recovery.undefined() == 0
        ? time
        : "never in " + recovery.undefined() + "/" + (recovery.count() + recovery.undefined());
  }
}
