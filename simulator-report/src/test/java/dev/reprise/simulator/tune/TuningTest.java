package dev.reprise.simulator.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TuningTest {

  private static final Scenario ROW = Scenarios.named("aws-contention").with("clients", "20");
  private static final Scenario HANG =
      Scenarios.named("two-second-hang")
          .with("rate", "70")
          .with("workers", "10")
          .with("queue", "1000")
          .with("fault-start", "10s")
          .with("watch", "60s")
          .with("processes", "1");

  private static TuningSettings small(String goal, Scenario... scenarios) {
    TuningSettings usual = TuningSettings.of(Goal.parse(goal), List.of(scenarios));
    return new TuningSettings(usual.goal(), usual.scenarios(), usual.space(), 24, 6, 3);
  }

  @Test
  void finds_less_work_than_full_jitter_within_a_bound_on_time() {
    Tuning tuning = new Tuning(small("minimise calls subject to time_ms<3000", ROW));
    int runs = tuning.runs();
    TuningResult result = tuning.run(2);
    assertThat(tuning.finished()).isEqualTo(runs);
    assertThat(result.complete()).isTrue();
    int tried = 24 + ROW.contenders().size();
    assertThat(result.tried()).isEqualTo(tried);
    Rank best = result.best().orElseThrow();
    Rank full =
        result.standings().stream()
            .filter(standing -> standing.contender().label().equals("full"))
            .findFirst()
            .orElseThrow();
    assertThat(best.score()).isLessThanOrEqualTo(full.score());
    assertThat(best.cells().get(0).estimate("time_ms").mean()).isLessThan(3000);
    assertThat(best.cells().get(0).valuesOf("calls")).hasSize(6);
    assertThat(result.text())
        .startsWith(
            "minimise calls subject to time_ms<3000\nin aws-contention; " + tried + " policies")
        .contains("Best:\n  policy  maxAttempts=unlimited within=unlimited backoff=")
        .contains("budget  unlimited")
        .contains("bound <3000: kept")
        .contains("RetryPolicy policy =\n")
        .contains("Next best, with the difference from the best:\n  2. ");
  }

  @Test
  void reports_the_nearest_policy_if_none_is_within_the_bounds() {
    TuningResult result =
        new Tuning(small("work subject to answered>=0.99999, two-second-hang:peak_load<0.5", HANG))
            .run(2);
    assertThat(result.best()).isEmpty();
    assertThat(result.nearest()).isPresent();
    assertThat(result.text())
        .contains("No policy is within every bound. The nearest:")
        .contains("bound <0.5000: missed");
  }

  @Test
  void bounds_of_several_scenarios_hold_together_and_results_are_reproducible() {
    String goal = "work subject to two-second-hang:recovery_s<60, aws-contention:failed<10";
    TuningSettings settings = small(goal, HANG, ROW.withContenders(HANG.contenders()));
    TuningResult one = new Tuning(settings).run(1);
    TuningResult two = new Tuning(settings).run(3);
    assertThat(one.text()).isEqualTo(two.text());
    assertThat(one.standings().get(0).cells()).hasSize(2);
  }

  @Test
  void a_policy_that_is_not_surely_better_does_not_replace_the_start() {
    Contender first =
        new Contender(
            "first",
            RetryPolicy.parse("maxAttempts=3 within=unlimited backoff=fixed(100ms)"),
            RetryBudget.unlimited());
    Scenario flaky =
        Scenarios.named("failing-share").with("length", "10s").withContenders(List.of(first));
    Space space = Space.around(first).with("backoff", "fixed").with("base", "90ms..110ms");
    Space same =
        space.with("jitter", "none, full").with("attempts", "3").with("budget", "unlimited");
    Goal goal = Goal.parse("minimise amplification");
    TuningResult result =
        new Tuning(new TuningSettings(goal, List.of(flaky), same, 20, 6, 3)).run(2);
    assertThat(result.standings().get(0).contender()).isEqualTo(first);
    assertThat(result.text())
        .contains("It is the start of the search: no other policy is surely better.")
        .contains(": the same in practice")
        .containsPattern("In practice, \\d+ of the last \\d+ policies are the same.");
  }

  @Test
  void a_scenario_is_evaluated_at_several_loads() {
    assertThat(Loads.around(Scenarios.named("aws-contention")))
        .extracting(Scenario::name)
        .containsExactly(
            "aws-contention at clients 50",
            "aws-contention at clients 100",
            "aws-contention at clients 200");
    assertThat(Loads.around(Scenarios.named("outage-hang")))
        .extracting(scenario -> scenario.settings().texts().get("rate"))
        .containsExactly("560", "700", "840");
    assertThat(Loads.at(Loads.around(HANG).get(0), "processes", List.of("1", "10")))
        .extracting(Scenario::name)
        .containsExactly(
            "two-second-hang at rate 56, processes 1", "two-second-hang at rate 56, processes 10");
  }

  @Test
  void a_bound_for_a_scenario_holds_at_each_of_its_loads() {
    List<Scenario> loads = Loads.around(ROW);
    Goal goal = Goal.parse("work subject to aws-contention:time_ms<3000").checkedFor(loads);
    assertThat(loads).allSatisfy(load -> assertThat(goal.boundsIn(load)).hasSize(1));
    assertThat(goal.boundsIn(HANG)).isEmpty();
  }

  @Test
  void a_search_that_is_ended_early_has_the_last_complete_round() {
    Tuning tuning = new Tuning(small("calls", ROW));
    tuning.stop();
    TuningResult result = tuning.run(2);
    assertThat(result.complete()).isFalse();
    assertThat(result.standings()).isEmpty();
    assertThat(result.text()).contains("The search was ended early.\nNo round was completed.");
  }

  @Test
  void drawn_policies_are_distinct_and_equal_for_equal_seeds() {
    Contender from = HANG.contenders().get(0);
    Space space = Space.around(from);
    List<Contender> drawn = space.draw(300, from, SimulationRandom.of(5));
    assertThat(drawn).hasSize(300);
    assertThat(drawn).extracting(Contender::label).doesNotHaveDuplicates();
    assertThat(drawn)
        .allSatisfy(
            contender -> {
              String text = contender.policy().toString();
              assertThat(RetryPolicy.parse(text)).isEqualTo(contender.policy());
              assertThat(contender.policy().within()).isEqualTo(from.policy().within());
            });
    assertThat(space.draw(300, from, SimulationRandom.of(5)))
        .extracting(Contender::label)
        .containsExactlyElementsOf(drawn.stream().map(Contender::label).toList());
    Contender endless =
        new Contender(
            "x",
            RetryPolicy.parse("maxAttempts=unlimited within=unlimited"),
            RetryBudget.unlimited());
    assertThat(Space.around(endless).draw(50, endless, SimulationRandom.of(5)))
        .allMatch(contender -> contender.policy().maxAttempts() == Integer.MAX_VALUE)
        .allMatch(contender -> contender.budget() == RetryBudget.unlimited());
  }

  @Test
  void a_space_can_be_restricted_and_invalid_choices_are_named() {
    Contender from = HANG.contenders().get(0);
    Space one =
        Space.around(from)
            .with("backoff", "fixed")
            .with("base", "5ms")
            .with("jitter", "none")
            .with("attempts", "2")
            .with("budget", "bucket(10, 5), bucket(20, 5)");
    assertThat(one.draw(10, from, SimulationRandom.of(1)))
        .extracting(Contender::label)
        .containsExactlyInAnyOrder(
            "maxAttempts=2 within=unlimited backoff=fixed(5ms); bucket(10, 5)",
            "maxAttempts=2 within=unlimited backoff=fixed(5ms); bucket(20, 5)");
    Space any = Space.around(from);
    assertThatThrownBy(() -> any.with("speed", "1"))
        .hasMessageStartingWith("there is no part speed in the search space; there are backoff,");
    assertThatThrownBy(() -> any.with("backoff", "fixed, slow"))
        .hasMessageStartingWith(
            "backoff cannot be slow: it must be one of contention, decorrelated");
    assertThatThrownBy(() -> any.with("base", "0s..1s"))
        .hasMessage("base must be a range from above 0s to a longer duration, but was 0s..1s");
    assertThatThrownBy(() -> any.with("attempts", "0"))
        .hasMessageContaining("attempts cannot be 0");
    assertThatThrownBy(() -> any.with("attempts", "x"))
        .hasMessageContaining("attempts cannot be x");
    assertThatThrownBy(() -> any.with("budget", "big"))
        .hasMessageContaining("budget cannot be big");
  }

  @Test
  void a_search_can_start_from_presets_that_are_code() {
    Scenario presets = HANG.withContenders(List.of(Presets.named("grpc")));
    assertThat(new Tuning(small("work subject to answered>=0.5", presets)).run(2).text())
        .contains("amplification");
  }
}
