package dev.reprise.simulator.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdvisorTest {

  private static final Service SMALL =
      Service.of(70, 100, Duration.ofMillis(70))
          .withPods(5)
          .withFault(new Fault(Fault.Kind.HANG, Duration.ofSeconds(5)));

  private static final double NEVER = Double.POSITIVE_INFINITY;

  private static Advice advice;

  @BeforeAll
  static void advise() {
    Advisor advisor = new Advisor(SMALL, 5, 1);
    advice = advisor.run(2).orElseThrow();
    assertThat(advisor.finished()).isPositive().isLessThanOrEqualTo(advisor.runs());
  }

  private static String text(Advice of) {
    return String.join("\n", of.lines());
  }

  private static Cell asked(String label) {
    return AdviceText.find(advice.comparisons(), label).orElseThrow().asked();
  }

  private static Cell own() {
    return advice.comparisons().get(0).asked();
  }

  @Test
  void the_policy_recovers_about_as_soon_as_no_retries_do() {
    double without = asked(Candidates.NO_RETRIES).estimate(Standing.RECOVERY).mean();
    assertThat(own().estimate(Standing.RECOVERY).undefined()).isZero();
    assertThat(own().estimate(Standing.RECOVERY).mean()).isLessThanOrEqualTo(1.5 * without + 10);
  }

  @Test
  void the_policy_loses_fewer_calls_in_ordinary_times_than_no_retries_do() {
    Cell ordinary = advice.comparisons().get(0).ordinary();
    Cell without =
        AdviceText.find(advice.comparisons(), Candidates.NO_RETRIES).orElseThrow().ordinary();
    assertThat(1 - ordinary.estimate(Standing.ANSWERED).mean())
        .isLessThan(0.1 * (1 - without.estimate(Standing.ANSWERED).mean()));
  }

  @Test
  void it_states_what_happens_without_the_budget() {
    Cell free = asked(Candidates.NO_BUDGET);
    assertThat(free.estimate(Standing.RECOVERY).undefined()).isEqualTo(5);
    assertThat(text(advice).replaceAll("\\s+", " ")).contains("does not recover in 5 of 5 runs");
  }

  @Test
  void the_calculated_recovery_is_about_the_simulated_one_without_retries() {
    // (Q - mu T) / (mu - lambda) with Q = 350 attempts
    double calculated = (350 - 100 * SMALL.longestTimeout().toNanos() / 1e9) / (100 - 70);
    assertThat(text(advice).replaceAll("\\s+", " "))
        .contains("spare capacity: " + NumberText.of(Math.rint(10 * calculated) / 10) + " s");
    assertThat(asked(Candidates.NO_RETRIES).estimate(Standing.RECOVERY).mean())
        .isCloseTo(calculated, within(4.0));
  }

  @Test
  void the_text_has_policy_reasons_figure_comparison_java_and_a_command() {
    Contender contender = advice.contender();
    assertThat(advice.lines())
        .contains("  policy  " + contender.policy(), "Why:", "The policy as Java:", "Assumed:")
        .anyMatch(line -> line.matches("  the fault +#+"))
        .anyMatch(line -> line.matches("  advised +\\d+"))
        .anyMatch(line -> line.startsWith("  loop by hand "))
        .anyMatch(line -> line.startsWith("  reprise simulate outage-hang"))
        .last(org.assertj.core.api.InstanceOfAssertFactories.STRING)
        .startsWith("  #scenario=outage-hang&rate=70&")
        .contains("&runs=5&", "&contender=advised%3a%20maxAttempts%3d");
    assertThat(text(advice)).contains("  1. ", "  2. ", "  3. ").isASCII();
    assertThat(RetryPolicy.parse(contender.policy().toString())).isEqualTo(contender.policy());
    assertThat(RetryBudget.parse(contender.budget().toString()).toString())
        .isEqualTo(contender.budget().toString());
  }

  @Test
  void only_texts_to_copy_are_wider_than_80_columns() {
    assertThat(advice.lines())
        .filteredOn(line -> !line.startsWith("  policy  ") && !line.contains(" --policy "))
        .filteredOn(line -> !line.startsWith("  #scenario="))
        .allMatch(line -> line.length() <= 80)
        .anyMatch(line -> line.contains(" recovery "));
  }

  @Test
  void one_of_a_thing_is_in_the_singular() {
    Service one =
        Service.of(1, 2, Duration.ofMillis(20))
            .withPods(1)
            .withFault(new Fault(Fault.Kind.ERRORS, Duration.ofSeconds(1)));
    for (Service service : List.of(one, one.withLoad(2).withFailing(0), one.withQueue(0))) {
      String found = text(new Advisor(service, 1, 1).run(2).orElseThrow());
      assertThat(found.replaceAll("\\s+", " "))
          .doesNotContainPattern("(?<![\\d.,/])1 (calls|attempts|pods|runs)\\b");
    }
  }

  @Test
  void the_figure_names_the_policies_and_the_capacity() {
    assertThat(advice.figure().document())
        .contains("advised", "no retries", "without a budget", "capacity", "hang");
  }

  @Test
  void the_advice_does_not_depend_on_the_number_of_threads() {
    Service calm = SMALL.withFault(new Fault(Fault.Kind.ERRORS, Duration.ofSeconds(2)));
    assertThat(text(new Advisor(calm, 1, 7).run(1).orElseThrow()))
        .isEqualTo(text(new Advisor(calm, 1, 7).run(3).orElseThrow()));
  }

  @Test
  void more_load_than_capacity_is_beyond_the_help_of_any_policy() {
    Advice overloaded = new Advisor(SMALL.withLoad(120), 1, 1).run(2).orElseThrow();
    assertThat(overloaded.canHelp()).isFalse();
    assertThat(overloaded.contender().policy().maxAttempts()).isEqualTo(1);
    assertThat(text(overloaded).replaceAll("\\s+", " "))
        .contains("No retry policy can help: 120 calls/s come, and the server serves 100/s")
        .contains("at least 16.7 %", "150/s for a utilisation of 80 %")
        .doesNotContain("Why:");
  }

  @Test
  void a_service_whose_attempts_often_fail_gets_more_attempts_than_the_default() {
    Service failing =
        Service.of(100, 1000, Duration.ofMillis(5))
            .withPods(4)
            .withFault(new Fault(Fault.Kind.ERRORS, Duration.ofSeconds(5)))
            .withFailing(0.3);
    Advice found = new Advisor(failing, 1, 1).run(2).orElseThrow();
    assertThat(found.contender().policy().maxAttempts())
        .isGreaterThan(RetryPolicy.defaults().maxAttempts());
    assertThat(text(found)).doesNotContain("It is the default policy");
  }

  @Test
  void retries_that_need_more_than_the_capacity_lose_calls_in_ordinary_times() {
    Service failing = Service.of(85, 100, Duration.ofMillis(20)).withPods(2).withFailing(0.5);
    Contender loop =
        new Contender("loop", RetryPolicy.parse("maxAttempts=3"), RetryBudget.unlimited());
    Scenario ordinary = new Situations(failing).ordinary().scenario();
    Cell cell =
        new Experiment(ordinary.withContenders(List.of(loop)), List.of(), 1, 1)
            .run()
            .cells()
            .get(0);
    assertThat(cell.estimate(Standing.ANSWERED).mean()).isLessThan(0.5);
  }

  @Test
  void an_overloaded_server_loses_calls_in_ordinary_times_too() {
    Advice overloaded = new Advisor(SMALL.withLoad(120), 1, 1).run(2).orElseThrow();
    Comparison none = overloaded.comparisons().get(0);
    assertThat(none.ordinary().estimate(Standing.ANSWERED).mean()).isLessThan(100.0 / 120);
  }

  /** Returns runs in which a share of the calls succeeds. */
  private static Cell cell(Contender of, double answered, double attempts, double... recoveries) {
    String[] names = {Standing.RECOVERY, Standing.ANSWERED, Standing.AMPLIFICATION, "peak_load"};
    double[][] values = new double[names.length][recoveries.length];
    values[0] = recoveries;
    Arrays.fill(values[1], answered);
    Arrays.fill(values[2], attempts);
    List<Metric> metrics = Arrays.stream(names).map(name -> new Metric(name, "", "")).toList();
    return new Cell(Map.of(), of, metrics, values, 0);
  }

  private static Comparison both(String label, Cell asked, double answeredOrdinarily) {
    Contender of = new Contender(label, asked.contender().policy(), asked.contender().budget());
    double attempts = asked.estimate(Standing.AMPLIFICATION).mean();
    double[] values = asked.valuesOf(Standing.RECOVERY);
    return new Comparison(
        cell(of, asked.estimate(Standing.ANSWERED).mean(), attempts, values),
        cell(of, answeredOrdinarily, 1, values));
  }

  private static final Contender THRICE =
      new Contender("x", RetryPolicy.parse("maxAttempts=3"), RetryBudget.standard());
  private static final Contender ONCE =
      new Contender("x", RetryPolicy.none(), RetryBudget.standard());

  /** Returns the reasons for the first of some policies, whose runs are given. */
  private static Reasons reasons(Comparison... comparisons) {
    return new Reasons(advice(SMALL, comparisons));
  }

  private static Advice advice(Service service, Comparison... comparisons) {
    Situations situations = new Situations(service);
    List<Standing> standings =
        Arrays.stream(comparisons)
            .map(
                each -> {
                  Cell none = comparisons[1].asked();
                  List<Cell> others = Collections.nCopies(situations.all().size(), none);
                  List<Cell> all =
                      situations.all().stream()
                          .map(where -> where.hasFault() ? each.asked() : each.ordinary())
                          .toList();
                  return Standing.of(situations.all(), all, others);
                })
            .toList();
    return new Advice(
        service,
        situations,
        comparisons[0].contender(),
        List.of(comparisons),
        standings,
        new Seed(1, 0),
        5);
  }

  @Test
  void a_budget_that_makes_no_difference_is_not_a_reason() {
    Reasons reasons =
        reasons(
            both("advised", cell(THRICE, 0.9, 1.04, 3, 3, 3, 3, 3), 1),
            both(Candidates.NO_RETRIES, cell(ONCE, 0.9, 1, 3, 3, 3, 3, 3), 0.99),
            both(Candidates.NO_BUDGET, cell(THRICE, 0.9, 1.04, 3, 3, 3, 3, 3), 1));
    assertThat(String.join(" ", reasons.sentences()))
        .contains("The budget makes little difference here")
        .doesNotContain("holds the load back");
  }

  @Test
  void a_run_without_recovery_is_not_claimed_to_be_in_time() {
    Reasons reasons =
        reasons(
            both("advised", cell(THRICE, 0.9, 1.04, 3, 3, 3, 3, NEVER), 1),
            both(Candidates.NO_RETRIES, cell(ONCE, 0.9, 1, 3, 3, 3, 3, 3), 0.99));
    assertThat(reasons.checked())
        .contains("never in 1/5", "these runs do not decide")
        .doesNotContain("none of them");
    assertThat(reasons.sentences().get(0))
        .contains("do not succeed again in 1 of 5 runs; without retries they succeed again 3 s");
  }

  @Test
  void a_server_that_does_not_recover_either_way_is_no_reason_for_a_budget() {
    double[] never = {NEVER, NEVER, NEVER, NEVER, NEVER};
    Reasons reasons =
        reasons(
            both("advised", cell(THRICE, 0.9, 1.04, never), 0.2),
            both(Candidates.NO_RETRIES, cell(ONCE, 0.9, 1, never), 0.2),
            both(Candidates.NO_BUDGET, cell(THRICE, 0.9, 1.04, never), 0.2));
    assertThat(String.join(" ", reasons.sentences()))
        .contains("do not succeed again in the time that was simulated")
        .contains("8000 of 10,000 calls are lost, with and without retries")
        .doesNotContain("again never", "does not recover in 5 of 5 runs", "in place of 8000");
  }

  @Test
  void one_attempt_is_not_said_to_lose_as_few_calls_if_others_lose_fewer() {
    Reasons reasons =
        reasons(
            both("advised", cell(ONCE, 0.9, 1, 3, 3, 3, 3, 3), 0.5),
            both(Candidates.NO_RETRIES, cell(ONCE, 0.9, 1, 3, 3, 3, 3, 3), 0.5),
            both(Candidates.DEFAULT, cell(THRICE, 0.8, 1.04, 3, 3, 3, 3, 3), 0.575));
    assertThat(reasons.sentences().get(1))
        .contains("Over all situations the default policy loses ")
        .contains("in ordinary times alone it saves 750 of 10,000")
        .doesNotContain("save no calls");
  }

  @Test
  void a_deadline_that_no_attempt_can_keep_is_beyond_the_help_of_any_policy() {
    Service hurried =
        SMALL
            .withFault(new Fault(Fault.Kind.ERRORS, Duration.ofSeconds(2)))
            .withDeadline(Duration.ofMillis(1));
    double[] never = {NEVER, NEVER, NEVER, NEVER, NEVER};
    Comparison none = both(Candidates.NO_RETRIES, cell(ONCE, 0, 1, never), 0);
    Advice found = advice(hurried, none, both("other", cell(THRICE, 0, 1.04, never), 0));
    assertThat(found.canHelp()).isFalse();
    assertThat(text(found).replaceAll("\\s+", " "))
        .contains(
            "No retry policy that was tried helps:", "of the calls fail without the fault too")
        .contains("at most 1ms", "half of them take longer than 70ms")
        .doesNotContain("Why:", "none that was tried is better", "never after");
  }

  @Test
  void a_load_equal_to_the_capacity_is_said_to_leave_no_queue_shorter() {
    Advice full = new Advisor(SMALL.withLoad(100), 1, 1).run(2).orElseThrow();
    assertThat(text(full).replaceAll("\\s+", " "))
        .contains(
            "No retry policy can help: 100 calls/s come, and the server serves 100/s, so a queue")
        .doesNotContain("at least 0 %");
  }

  @Test
  void the_cost_is_known_before_anything_is_simulated() {
    Service large = Service.of(900_000, 1_000_000, Duration.ofMillis(1)).withPods(2);
    Advisor advisor = new Advisor(large, 5, 1);
    assertThat(advisor.estimatedEvents()).isGreaterThan(1e10);
    assertThat(advisor.runs()).isBetween(400, 500);
  }

  @Test
  void a_search_that_is_stopped_has_no_advice() {
    Advisor advisor = new Advisor(SMALL, 5, 1);
    advisor.stop();
    assertThat(advisor.run(1)).isEqualTo(Optional.empty());
  }

  /** Between the loads and numbers of pods that were tried, with other seeds. */
  @Tag("proof")
  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void the_policy_holds_where_it_was_not_tried(Fault.Kind kind) {
    Service service = SMALL.withFault(new Fault(kind, Duration.ofSeconds(5)));
    Advice found = new Advisor(service, 5, 1).run(2).orElseThrow();
    Contender none =
        AdviceText.find(found.comparisons(), Candidates.NO_RETRIES).orElseThrow().contender();
    for (double load : List.of(58.0, 66.0, 78.0)) {
      for (int pods : List.of(3, 7, 9)) {
        Scenario scenario =
            new Situations(service.withLoad(load).withPods(pods)).asked().scenario();
        List<Cell> cells =
            new Experiment(
                    scenario.withContenders(List.of(none, found.contender())), List.of(), 10, 1234)
                .run()
                .cells();
        double without = cells.get(0).estimate(Standing.RECOVERY).mean();
        assertThat(cells.get(1).estimate(Standing.RECOVERY).undefined())
            .as("%s at %s/s of %s pods", kind, load, pods)
            .isEqualTo(cells.get(0).estimate(Standing.RECOVERY).undefined());
        Estimate own = cells.get(1).estimate(Standing.RECOVERY);
        assertThat(own.mean() - 2 * own.standardError())
            .as("%s at %s/s of %s pods", kind, load, pods)
            .isLessThanOrEqualTo(1.5 * without + 10);
      }
    }
  }
}
