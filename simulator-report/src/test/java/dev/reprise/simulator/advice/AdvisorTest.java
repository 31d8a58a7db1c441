package dev.reprise.simulator.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.time.Duration;
import java.util.List;
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
        .anyMatch(line -> line.startsWith("  reprise simulate outage-hang"));
    assertThat(text(advice)).contains("  1. ", "  2. ", "  3. ").isASCII();
    assertThat(RetryPolicy.parse(contender.policy().toString())).isEqualTo(contender.policy());
    assertThat(RetryBudget.parse(contender.budget().toString()).toString())
        .isEqualTo(contender.budget().toString());
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
  void retries_of_failing_attempts_may_not_need_more_than_the_capacity_in_ordinary_times() {
    Service failing =
        Service.of(85, 100, Duration.ofMillis(20))
            .withPods(2)
            .withFault(new Fault(Fault.Kind.ERRORS, Duration.ofSeconds(2)))
            .withFailing(0.5);
    Advice found = new Advisor(failing, 1, 1).run(2).orElseThrow();
    Comparison own = found.comparisons().get(0);
    assertThat(85 * own.ordinary().estimate(Standing.AMPLIFICATION).mean()).isLessThan(103);
    assertThat(own.ordinary().estimate(Standing.ANSWERED).mean()).isGreaterThan(0.45);
  }

  @Test
  void an_overloaded_server_loses_calls_in_ordinary_times_too() {
    Advice overloaded = new Advisor(SMALL.withLoad(120), 1, 1).run(2).orElseThrow();
    Comparison none = overloaded.comparisons().get(0);
    assertThat(none.ordinary().estimate(Standing.ANSWERED).mean()).isLessThan(100.0 / 120);
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
