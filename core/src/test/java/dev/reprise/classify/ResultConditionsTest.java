package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultConditionsTest {

  private final ConditionsBuilder builder = new ConditionsBuilder();

  @Test
  void accept_every_result_when_no_condition_is_for_results() {
    builder.retryOn(IOException.class);

    assertTrue(builder.build().acceptsEveryResult());
    assertTrue(accepts("ok"));
    assertTrue(accepts(null));
  }

  @Test
  void retry_results_for_which_a_predicate_is_true() {
    builder.retryOnResult("busy", String.class, "busy"::equals);

    assertFalse(builder.build().acceptsEveryResult());
    assertFalse(accepts("busy"));
    assertTrue(accepts("ok"));
  }

  @Test
  void accept_results_of_other_types_without_calling_the_predicate() {
    List<Object> asked = new ArrayList<>();
    builder.retryOnResult("any", Integer.class, asked::add);

    assertTrue(accepts("ok"));
    assertTrue(accepts(null));
    assertEquals(List.of(), asked);
  }

  @Test
  void apply_a_condition_on_a_type_to_its_subtypes() {
    builder.retryOnResult("zero", Number.class, number -> number.intValue() == 0);

    assertFalse(accepts(0L));
    assertTrue(accepts(1));
  }

  @Test
  void retry_if_any_of_several_conditions_is_true() {
    builder.retryOnResult("busy", String.class, "busy"::equals);
    builder.retryOnResult("wait", String.class, "wait"::equals);

    assertFalse(accepts("busy"));
    assertFalse(accepts("wait"));
    assertTrue(accepts("ok"));
  }

  @Test
  void retry_null_only_if_it_is_named() {
    builder.retryOnNull();

    assertFalse(builder.build().acceptsEveryResult());
    assertFalse(accepts(null));
    assertTrue(accepts("ok"));
  }

  @Test
  void call_classifiers_of_results_before_the_conditions() {
    builder.classifyWith(
        "fine",
        outcome -> "busy".equals(outcome.valueOrNull()) ? Verdict.accept() : Verdict.pass());
    builder.retryOnResult("everything", Object.class, value -> true);
    builder.retryOnNull();

    assertTrue(accepts("busy"));
    assertFalse(accepts("ok"));
    assertFalse(accepts(null));
  }

  @Test
  void let_a_classifier_abort_on_a_result() {
    builder.classifyWith("never", outcome -> Verdict.abort());

    assertEquals(Verdict.abort(), builder.build().classify(Outcome.returned("ok")));
  }

  @Test
  void keep_the_defaults_for_failures_when_only_results_are_named() {
    builder.retryOnResult("busy", String.class, "busy"::equals);

    assertEquals(Verdict.retry(), builder.build().classify(Outcome.threw(new IOException())));
  }

  private boolean accepts(@Nullable Object value) {
    return builder.build().classify(Outcome.<@Nullable Object>returned(value)).action()
        == Verdict.Action.ACCEPT;
  }
}
