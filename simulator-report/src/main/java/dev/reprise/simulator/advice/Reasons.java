package dev.reprise.simulator.advice;

import static dev.reprise.simulator.advice.AdviceText.percent;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import dev.reprise.simulator.verdict.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sentences that state why a policy is advised. Each number in them was simulated. */
final class Reasons {

  private static final double OF = 10_000;
  private static final double ENOUGH = 0.95;
  private static final double RELEVANT_ATTEMPTS = 0.01;
  private static final double RELEVANT_SECONDS = 1;

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
    return queue + enough() + " of the calls " + again(none.asked()) + calculated() + ".";
  }

  /** Returns when the calls succeed again with the policy, and when without retries. */
  private String again(Cell none) {
    Cell own = advised().asked();
    if (isCertain(own) && isCertain(none)) {
      return when(own) + ", without retries " + after(recovery(none)) + " it";
    }
    return when(own) + "; without retries they " + when(none);
  }

  private static boolean isCertain(Cell cell) {
    return cell.estimate(Standing.RECOVERY).undefined() == 0;
  }

  private static String when(Cell cell) {
    Estimate recovery = cell.estimate(Standing.RECOVERY);
    if (recovery.count() == 0) {
      return "do not succeed again in the time that was simulated";
    }
    return recovery.undefined() == 0
        ? "succeed again " + after(recovery(cell)) + " the fault"
        : "do not succeed again in " + recovery.undefined() + " of " + runs(recovery) + " runs";
  }

  private static int runs(Estimate estimate) {
    return estimate.count() + estimate.undefined();
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
    Estimate recovery = free.estimate(Standing.RECOVERY);
    boolean never = recovery.undefined() > own.estimate(Standing.RECOVERY).undefined();
    String start =
        never || isHarmful(free, own)
            ? "The budget holds the load back: without it, "
            : "The budget makes little difference here, but limits what retries can add: without"
                + " it, ";
    String end =
        never
            ? "the server then does not recover in "
                + recovery.undefined()
                + " of "
                + runs(recovery)
                + " runs."
            : enough()
                + " of the calls then "
                + when(free)
                + ", and a call makes "
                + AdviceText.counted(AdviceText.mean(free, Standing.AMPLIFICATION), "attempt")
                + " in place of "
                + NumberText.of(AdviceText.mean(own, Standing.AMPLIFICATION))
                + ".";
    return start + mostAttempts() + "; " + end;
  }

  private String mostAttempts() {
    int attempts = advice.contender().policy().maxAttempts();
    return AdviceText.counted(service.load(), "call")
        + "/s with up to "
        + attempts
        + " attempts are up to "
        + NumberText.of(attempts * service.load())
        + "/s against a capacity of "
        + NumberText.of(service.capacity());
  }

  /** Returns whether there are more attempts without the budget, or a later recovery. */
  private static boolean isHarmful(Cell free, Cell own) {
    double more =
        AdviceText.mean(free, Standing.AMPLIFICATION)
            - AdviceText.mean(own, Standing.AMPLIFICATION);
    double later =
        AdviceText.mean(free, Standing.RECOVERY) - AdviceText.mean(own, Standing.RECOVERY);
    return more > RELEVANT_ATTEMPTS || later > RELEVANT_SECONDS;
  }

  private String noBudgetSentence() {
    int attempts = advice.contender().policy().maxAttempts();
    if (attempts == 1) {
      return oneAttemptSentence();
    }
    return attempts * service.load() <= service.capacity()
        ? "A budget would refuse retries that the server has the capacity for: "
            + NumberText.of(attempts * service.load())
            + " attempts/s at most, against "
            + NumberText.of(service.capacity())
            + "/s."
        : "The budgets that were tried refuse retries that succeed here. If every attempt failed, "
            + mostAttempts()
            + ".";
  }

  /** States what the default policy would do in place of one attempt. */
  private String oneAttemptSentence() {
    Standing own = standing(advice.contender().label());
    Standing other = standing(Candidates.DEFAULT);
    if (other.delay() > own.delay()) {
      return "More attempts delay the recovery in situations that were tried by more than is"
          + " allowed.";
    }
    String lost =
        "Over all situations the default policy loses "
            + percent(other.lost())
            + " of the calls in place of "
            + percent(own.lost())
            + " (geometric mean)";
    double saved =
        Math.rint(
            OF
                * (answered(labelled(Candidates.DEFAULT).orElseThrow().ordinary())
                    - answered(advised().ordinary())));
    return saved < 1
        ? lost + "."
        : lost
            + ", although in ordinary times alone it saves "
            + NumberText.of(saved)
            + " of 10,000.";
  }

  private Standing standing(String label) {
    return advice.standings().stream()
        .filter(each -> each.contender().label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static double answered(Cell cell) {
    return AdviceText.mean(cell, Standing.ANSWERED);
  }

  private String ordinarySentence() {
    Cell own = advised().ordinary();
    Cell none = labelled(Candidates.NO_RETRIES).orElseThrow().ordinary();
    return "In ordinary times, with "
        + percent(service.failing())
        + " of the attempts failing, "
        + lost(own)
        + " of 10,000 calls are lost"
        + (lost(own).equals(lost(none))
            ? ", with and without retries"
            : " in place of " + lost(none))
        + ", for "
        + AdviceText.counted(AdviceText.mean(own, Standing.AMPLIFICATION), "attempt")
        + " for each call.";
  }

  /** Returns how many of ten thousand calls did not succeed. */
  static String lost(Cell cell) {
    double lost = OF * (1 - AdviceText.mean(cell, Standing.ANSWERED));
    return lost > 0 && lost < 1 ? "under 1" : NumberText.of(lost);
  }

  /** States in which other situations the policy was tried, and the recovery in each. */
  String checked() {
    Standing own = standing(advice.contender().label());
    Standing none = standing(Candidates.NO_RETRIES);
    List<Situation> situations = advice.situations().all();
    List<String> results = new ArrayList<>();
    boolean someNever = false;
    for (int i = 0; i < situations.size(); i++) {
      if (situations.get(i).role() == Situation.Role.VARIED) {
        results.add(situations.get(i).words() + " " + recovery(own.cells().get(i)));
        someNever |= undefined(own.cells().get(i)) > undefined(none.cells().get(i));
      }
    }
    return "recovery with "
        + String.join(", ", results)
        + " ("
        + advice.seeds()
        + (advice.seeds() == 1 ? " run" : " runs")
        + " each)"
        + bound(own, someNever);
  }

  private static int undefined(Cell cell) {
    return cell.estimate(Standing.RECOVERY).undefined();
  }

  private String bound(Standing own, boolean someNever) {
    String bound = " later than 1.5 times that without retries plus 10 s.";
    if (own.delay() > 0) {
      return "; some are" + bound;
    }
    if (someNever) {
      return "; these runs do not decide whether one of them is" + bound;
    }
    return advice.seeds() < Difference.LEAST_RUNS
        ? ", in these runs none of them" + bound
        : ", none of them surely" + bound;
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
