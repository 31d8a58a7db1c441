package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsEqualityTest {

  private static final Predicate<Object> CODE = any -> true;
  private static final Function<Object, @Nullable Duration> HINT = any -> null;
  private static final Classifier CLASSIFIER = outcome -> Verdict.pass();

  private static final List<Consumer<ConditionsBuilder>> PARTS =
      List.of(
          builder -> builder.retryOn(IOException.class),
          builder -> builder.retryOn(TimeoutException.class),
          builder -> builder.retryOnCause(IOException.class),
          builder -> builder.abortOn(IOException.class),
          builder -> builder.retryIf("code", CODE),
          builder -> builder.abortIf("code", CODE),
          builder -> builder.retryOnResult("code", String.class, CODE),
          builder -> builder.retryOnResult("code", Object.class, CODE),
          builder -> builder.retryOnNull(),
          builder -> builder.classifyWith("code", CLASSIFIER),
          builder -> builder.classifyWith("other", CLASSIFIER),
          builder -> builder.hintFrom("code", IOException.class, HINT),
          builder -> builder.hintFrom("code", Object.class, HINT),
          builder -> builder.hintFromResult("code", String.class, HINT));

  @Test
  void is_true_for_conditions_built_the_same_way() {
    assertEquals(all(), all());
    assertEquals(all().hashCode(), all().hashCode());
    assertEquals(Conditions.DEFAULT, new ConditionsBuilder().build());
  }

  @Test
  void fails_if_any_component_differs() {
    for (Consumer<ConditionsBuilder> one : PARTS) {
      assertNotEquals(Conditions.DEFAULT, only(one));
      for (Consumer<ConditionsBuilder> other : PARTS) {
        assertEquals(one == other, only(one).equals(only(other)));
      }
    }
  }

  @Test
  void does_not_depend_on_the_order_of_classes() {
    ConditionsBuilder one = new ConditionsBuilder();
    one.retryOn(IOException.class);
    one.retryOn(TimeoutException.class);
    ConditionsBuilder other = new ConditionsBuilder();
    other.retryOn(TimeoutException.class);
    other.retryOn(IOException.class);

    assertEquals(one.build(), other.build());
    assertEquals(one.build().hashCode(), other.build().hashCode());
  }

  @Test
  void compares_code_by_identity() {
    assertNotEquals(
        only(builder -> builder.retryIf("code", failure -> true)),
        only(builder -> builder.retryIf("code", failure -> true)));
  }

  @Test
  void a_builder_that_begins_with_the_conditions_keeps_it() {
    assertEquals(all(), all().toBuilder().build());
  }

  @Test
  void later_calls_of_a_builder_do_not_change_it() {
    ConditionsBuilder builder = new ConditionsBuilder();
    Conditions before = builder.build();
    ConditionsBuilder derived = before.toBuilder();

    PARTS.forEach(part -> part.accept(builder));
    PARTS.forEach(part -> part.accept(derived));

    assertEquals(Conditions.DEFAULT, before);
  }

  @Test
  void prints_all_settings_in_a_fixed_order() {
    assertEquals(
        "retryOn=java.io.IOException,java.util.concurrent.TimeoutException"
            + " retryOnCause=java.io.IOException"
            + " retryIf=custom(code)"
            + " abortOn=java.io.IOException"
            + " abortIf=custom(code)"
            + " retryOnResult=custom(code),custom(code)"
            + " retryOnNull=true"
            + " classifyWith=custom(code),custom(other)"
            + " hintFrom=custom(code),custom(code)"
            + " hintFromResult=custom(code)",
        all().toString());
    assertEquals(List.of(), Conditions.DEFAULT.settings());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "1st", "a)", "a,b", "_x", "ä"})
  void refuses_a_name_that_is_not_one_word(String name) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> new ConditionsBuilder().retryIf(name, CODE));

    assertEquals(
        "name of a condition must be letters, digits, '_', '.', '$' or '-', but was \""
            + name
            + "\"",
        refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "isBusy", "com.acme.Orders$Busy-2_x"})
  void accepts_the_name_of_a_method_or_class(String name) {
    assertEquals(
        "retryIf=custom(" + name + ")", only(builder -> builder.retryIf(name, CODE)).toString());
  }

  private static Conditions all() {
    ConditionsBuilder builder = new ConditionsBuilder();
    PARTS.forEach(part -> part.accept(builder));
    return builder.build();
  }

  private static Conditions only(Consumer<ConditionsBuilder> part) {
    ConditionsBuilder builder = new ConditionsBuilder();
    part.accept(builder);
    return builder.build();
  }
}
