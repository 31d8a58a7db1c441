package dev.reprise.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.Contender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContenderTextTest {

  @Test
  void a_contender_without_a_budget_has_the_standard_one() {
    Contender contender = ContenderText.parse(" my own : maxAttempts=2 ");
    assertThat(contender.label()).isEqualTo("my own");
    assertThat(contender.policy()).isEqualTo(RetryPolicy.parse("maxAttempts=2"));
    assertThat(contender.budget()).hasToString(RetryBudget.standard().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: maxAttempts=2; budget=unlimited",
        "a: maxAttempts=2;budget = unlimited ",
        "a:maxAttempts=2 ;\n budget\t= unlimited"
      })
  void a_budget_follows_after_a_semicolon(String text) {
    Contender contender = ContenderText.parse(text);
    assertThat(contender.policy()).isEqualTo(RetryPolicy.parse("maxAttempts=2"));
    assertThat(contender.budget()).hasToString(RetryBudget.unlimited().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", ": maxAttempts=2", "a=b: maxAttempts=2", "maxAttempts=2"})
  void a_text_without_a_label_is_refused(String text) {
    assertThatThrownBy(() -> ContenderText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("label: policy; budget=budget");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "2 x", "\u00e9t\u00e9 \u00bd", "a._+/%-", "\ud835\udd04"})
  void a_label_has_letters_digits_and_some_marks(String label) {
    assertThat(ContenderText.of(label, "maxAttempts=2", "standard").label()).isEqualTo(label);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " a", "-a", "a<b", "a\nb", "a;b", "0123456789012345678901234567890123456789x"})
  void any_other_label_is_refused(String label) {
    assertThatThrownBy(() -> ContenderText.of(label, "maxAttempts=2", "standard"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a label must be letters");
  }

  @Test
  void a_mistake_in_the_policy_names_the_label() {
    assertThatThrownBy(() -> ContenderText.parse("mine: maxAttempts=x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("mine: ");
  }
}
