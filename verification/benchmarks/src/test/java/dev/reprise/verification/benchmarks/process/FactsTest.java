package dev.reprise.verification.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Measurement;
import org.junit.jupiter.api.Test;

class FactsTest {

  @Test
  void reads_the_lines_that_it_prints() {
    Facts printed = new Facts().note("late p99", 0.25).note("completed", 1_000_000);
    Facts read = new Facts();

    assertThat(printed.toString().lines()).hasSize(2).allMatch(read::read);

    assertThat(read.get("late p99")).isEqualTo(0.25);
    assertThat(read.get("completed")).isEqualTo(1_000_000);
  }

  @Test
  void ignores_other_lines() {
    Facts facts = new Facts();

    assertThat(facts.read("heap=7")).isFalse();
    assertThat(facts.read("fact of the matter")).isFalse();

    assertThat(facts.get("heap")).isNaN();
    assertThat(facts.text("heap", 1)).isEqualTo("–");
  }

  @Test
  void prints_numbers_in_the_same_form_in_every_locale() {
    Facts facts = new Facts().note("completed", 1234567.891);

    assertThat(facts.text("completed", 0)).isEqualTo("1,234,568");
    assertThat(facts.text("completed", 2)).isEqualTo("1,234,567.89");
  }

  @Test
  void publishes_only_noted_facts() {
    Figures figures = new Figures();

    new Facts()
        .note("heap", 160)
        .publish("heap", figures, "pending", "Reprise", "B/call")
        .publish("left", figures, "pending", "Reprise", "B/call");

    assertThat(figures.all())
        .containsExactly(new Measurement("pending", "Reprise", "heap", 160, "B/call", Double.NaN));
  }
}
