package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.internal.call.RetrySettings;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RetrySettingsTest {

  /** The changes that a copy can have. */
  private record Copy(UnaryOperator<RetrySettings> method, Set<String> changes) {}

  private static final Map<String, Copy> COPIES =
      Map.ofEntries(
          entry("withPolicy", s -> s.withPolicy(RetryPolicy.none()), "policy"),
          entry("withBudget", s -> s.withBudget(RetryBudget.none()), "state", "keyed", "key"),
          entry("withListener", s -> s.withListener(event -> {}), "listeners"),
          entry("withExecutor", s -> s.withExecutor(Runnable::run), "executor"),
          entry("withEnvironment", s -> s.withEnvironment(new FakeEnvironment()), "environment"),
          entry("describingFailures", s -> s.describingFailures(failure -> "x"), "describer"),
          entry(
              "describingAttempts",
              s -> s.describingAttempts("x", result -> "y"),
              "describer",
              "resultText"),
          entry("withContext", s -> s.withContext(() -> () -> () -> {}), "contextCapture"),
          entry("withObserver", s -> s.withObserver(origin -> null), "observers"),
          entry("withoutObservers", RetrySettings::withoutObservers, "observers"),
          entry("observedBy", s -> s.observedBy(call()), "listeners", "contextCapture"),
          entry("withKey", s -> s.withKey(() -> "k-2"), "idempotencyKey"),
          entry("named", s -> s.named("other"), "name"),
          entry("on", s -> s.on("key", () -> 0), "state", "key"));

  private static CallObserver.ObservedCall call() {
    return new CallObserver.ObservedCall() {
      @Override
      public CallContext.Scope beginAttempt(Attempt attempt) {
        return () -> {};
      }

      @Override
      public void on(RetryEvent event) {}
    };
  }

  private static Map.Entry<String, Copy> entry(
      String name, UnaryOperator<RetrySettings> method, String... changes) {
    return Map.entry(name, new Copy(method, Set.of(changes)));
  }

  /** Settings in which no component has its default. */
  private final RetrySettings settings =
      new RetrySettings(RetryPolicy.defaults(), RetryBudget.unlimited())
          .named("orders")
          .withListener(event -> {})
          .withExecutor(command -> command.run())
          .withEnvironment(new FakeEnvironment())
          .describingFailures(failure -> "failed")
          .withContext(() -> () -> () -> {})
          .withObserver(origin -> null)
          .withKey(() -> "k-1")
          .on("one", () -> 0);

  @Test
  void a_copy_with_one_changed_component_keeps_every_other_one() throws Exception {
    for (Map.Entry<String, Copy> copy : COPIES.entrySet()) {
      RetrySettings changed = copy.getValue().method().apply(settings);
      for (Field component : RetrySettings.class.getDeclaredFields()) {
        component.setAccessible(true);
        Object before = component.get(settings);
        Object after = component.get(changed);
        String what = copy.getKey() + " and " + component.getName();
        if (copy.getValue().changes().contains(component.getName())) {
          assertNotSame(before, after, what);
        } else {
          assertSame(before, after, what);
        }
      }
    }
  }

  @Test
  void every_copying_method_is_tested_here() {
    Set<String> methods =
        Arrays.stream(RetrySettings.class.getDeclaredMethods())
            .filter(method -> method.getReturnType() == RetrySettings.class)
            .filter(method -> !Modifier.isPrivate(method.getModifiers()))
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(new TreeSet<>(COPIES.keySet()), methods);
  }

  @Test
  void begins_with_defaults() {
    RetrySettings fresh = new RetrySettings(RetryPolicy.defaults(), RetryBudget.unlimited());

    assertEquals("retry", fresh.name());
    assertNull(fresh.executor());
    assertSame(RetryEnvironment.system(), fresh.environment());
    assertEquals("java.io.IOException: reset", fresh.describer().apply(new IOException("reset")));
  }

  @Test
  void all_copies_share_the_state_of_a_key() {
    assertSame(settings.on("one", () -> 0).state(), settings.named("x").on("one", () -> 1).state());
    assertNotSame(settings.on("one", () -> 0).state(), settings.on("other", () -> 0).state());
  }

  @Test
  void puts_a_description_on_one_line_and_uses_the_class_name_where_it_fails() {
    assertEquals("a\\nb", words(failure -> "a\nb"));
    assertEquals(
        "java.io.IOException",
        words(
            failure -> {
              throw new AssertionError("a bug");
            }));
  }

  private String words(Function<Throwable, String> describer) {
    return settings.describingFailures(describer).describer().apply(new IOException("reset"));
  }
}
