package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryMethodTest {

  private static final ClassLoader LOADER = RetryMethodTest.class.getClassLoader();

  private final Retry retry = Retry.of(RetryPolicy.defaults()).named("orders");

  @Retryable(
      maxAttempts = 5,
      within = "forever",
      attemptTimeout = "3s",
      backoff = "fixed(20ms)",
      retryOn = {IOException.class, Inner.class},
      retryOnCause = InterruptedException.class,
      abortOn = java.io.EOFException.class,
      retryOnNull = true,
      idempotency = Idempotency.IDEMPOTENT)
  void every_attribute() {}

  static class Inner extends Exception {}

  @Test
  void every_attribute_sets_what_the_builder_sets() throws Exception {
    Map<String, String> attributes = settings("every_attribute");

    assertEquals(
        "maxAttempts=5 within=forever attemptTimeout=3s backoff=fixed(20ms)"
            + " retryOn=java.io.IOException,dev.reprise.RetryMethodTest$Inner"
            + " retryOnCause=java.lang.InterruptedException abortOn=java.io.EOFException"
            + " retryOnNull=true idempotency=idempotent",
        policy(attributes).toString());
  }

  @Test
  void an_attribute_changes_only_what_it_names() {
    RetryPolicy base =
        RetryPolicy.parse("maxAttempts=7 backoff=fixed(1s) retryOn=java.io.IOException");
    RetryMethod method =
        RetryMethod.of(retry.withPolicy(base), null, "m", Map.of("within", "5s"), LOADER);

    assertEquals(
        "maxAttempts=7 within=5s backoff=fixed(1s) retryOn=java.io.IOException",
        method.retry().policy().toString());
  }

  @Test
  void a_text_is_a_whole_policy() {
    Retry patient = retry.withPolicy(RetryPolicy.parse("maxAttempts=7"));
    Map<String, String> text = Map.of("policy", "within=5s");

    assertEquals(
        RetryPolicy.parse("within=5s"),
        RetryMethod.of(patient, null, "m", text, LOADER).retry().policy());
  }

  @Test
  void no_attribute_is_the_given_retry() {
    assertSame(retry, RetryMethod.of(retry, null, "m", Map.of(), LOADER).retry());
  }

  @Test
  void state_and_name_are_those_of_the_given_retry() {
    Retry changed = RetryMethod.of(retry, null, "m", Map.of("within", "5s"), LOADER).retry();

    assertSame(retry.state(), changed.state());
    assertEquals("orders", changed.name());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name|policy",
        "name|maxAttempts",
        "policy|within",
        "enabled|retryOn",
      })
  void ways_to_name_a_policy_do_not_mix(String one, String other) {
    Map<String, String> both = new LinkedHashMap<>();
    both.put(other, "1");
    both.put(one, "2");

    assertEquals(
        "Orders.find(): @Retryable sets "
            + one
            + " and "
            + other
            + ", but "
            + one
            + " stands alone",
        refusal(both));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxAttempts|0|maxAttempts must be at least 1, but was 0",
        "maxAttempts|-1|expected maxAttempts",
        "within|30x|expected a unit of time",
        "within|30s maxAttempts=9|expected the end",
        "backoff|quick(1s)|quick",
        "retryOn|no.such.Class|there is no class no.such.Class",
        "policy|maxAttempt=3|unknown setting maxAttempt",
      })
  void a_wrong_value_is_refused_with_method_and_attribute(String name, String value, String why) {
    String message = refusal(Map.of(name, value));

    assertTrue(message.startsWith("Orders.find(): @Retryable(" + name + "): "), message);
    assertTrue(message.contains(why), message);
  }

  @Test
  void a_name_needs_a_source_that_knows_it() {
    assertTrue(refusal(Map.of("name", "orders")).contains("needs a RetrySource"));

    RetrySource empty =
        name -> {
          throw new IllegalArgumentException("no retry " + name + ", there are [users]");
        };
    IllegalArgumentException unknown =
        assertThrows(
            IllegalArgumentException.class,
            () -> RetryMethod.of(retry, empty, "Orders.find()", Map.of("name", "x"), LOADER));
    assertEquals(
        "Orders.find(): @Retryable(name = \"x\"): no retry x, there are [users]",
        unknown.getMessage());
  }

  @Test
  void a_name_is_looked_up_for_each_call() {
    Retry[] today = {retry};
    RetryMethod method =
        RetryMethod.of(Retry.none(), name -> today[0], "m", Map.of("name", "orders"), LOADER);
    RetryMethod view = method.withPolicy(RetryPolicy.none());

    assertSame(retry, method.retry());
    assertSame(retry.state(), view.retry().state());
    assertSame(view.retry(), view.retry());

    today[0] = Retry.of(RetryPolicy.parse("maxAttempts=9"));
    assertSame(today[0], method.retry());
    assertSame(today[0].state(), view.retry().state());
    assertEquals(RetryPolicy.none(), view.retry().policy());
    assertEquals("m by \"orders\"", method.toString());
  }

  @ParameterizedTest
  @ValueSource(classes = {CompletionStage.class, CompletableFuture.class})
  void stages_answer_later(Class<?> type) {
    assertTrue(answersLater(type));
  }

  @ParameterizedTest
  @ValueSource(classes = {void.class, int.class, String.class, int[].class, List.class})
  void values_are_there_at_once(Class<?> type) {
    assertFalse(answersLater(type));
  }

  private static final class Special extends CompletableFuture<String> {}

  @ParameterizedTest
  @ValueSource(
      classes = {
        Future.class,
        ScheduledFuture.class,
        Special.class,
        Flow.Publisher.class,
        Flow.Processor.class,
        Stream.class,
        IntStream.class,
        java.util.Iterator.class,
        java.util.ListIterator.class,
        java.util.Enumeration.class
      })
  @DisplayName("trap 33: what comes later, and cannot be retried, is an error at creation")
  void what_comes_later_in_another_way_is_refused(Class<?> type) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> answersLater(type));
    assertTrue(
        refused.getMessage().startsWith("Orders.find() returns " + type.getName()),
        refused.getMessage());
  }

  @Test
  void suspend_functions_are_refused() {
    List<String> parameters = List.of("java.lang.String", "kotlin.coroutines.Continuation");
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                RetryMethod.answersLater(
                    "Orders.find()", parameters, "java.lang.Object", above -> false));
    assertTrue(
        refused.getMessage().startsWith("Orders.find() is a suspend function"),
        refused.getMessage());
  }

  private static boolean answersLater(Class<?> type) {
    return RetryMethod.answersLater(
        "Orders.find()",
        List.of("java.lang.String"),
        type.getName(),
        above -> {
          try {
            return Class.forName(above).isAssignableFrom(type);
          } catch (ClassNotFoundException notHere) {
            return false;
          }
        });
  }

  private static Map<String, String> settings(String name) throws Exception {
    Method method = RetryMethodTest.class.getDeclaredMethod(name);
    return MethodSettings.of(method.getAnnotation(Retryable.class));
  }

  private RetryPolicy policy(Map<String, String> attributes) {
    return RetryMethod.of(retry, null, "m", attributes, LOADER).retry().policy();
  }

  private String refusal(Map<String, String> attributes) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> RetryMethod.of(retry, null, "Orders.find()", attributes, LOADER))
        .getMessage();
  }
}
