package dev.reprise.declared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Finds the retry of an annotated method, for interceptors. */
class RetryMethodTest {

  private static final Retry RETRY =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build()).named("orders");

  interface Store<T> {
    @Retryable(maxAttempts = 7)
    void save(T item);

    default void check() {}

    default void repair() {}
  }

  static class Base {
    @Retryable(maxAttempts = 6)
    public void inherited() {}
  }

  @Retryable(maxAttempts = 4)
  static class Orders extends Base implements Store<String> {
    @Override
    public void save(String item) {}

    @Override
    public void repair() {}

    @Retryable(maxAttempts = 5)
    public String find() {
      return "";
    }

    public void plain() {}

    @Retryable(enabled = false)
    public void never() {}

    @Retryable(name = "reports")
    public void named() {}

    @Retryable
    public CompletableFuture<String> later() {
      return new CompletableFuture<>();
    }

    @Retryable
    public static void ofClass() {}
  }

  static class Generic<T> {
    @Retryable(maxAttempts = 8)
    public void put(T item) {}

    @Retryable(maxAttempts = 9)
    public void putAll(List<T> items, T[] more) {}
  }

  interface Shelf {
    void put(String item);
  }

  static class Concrete extends Generic<String> implements Shelf {
    @Override
    public void put(String item) {}

    @Override
    public void putAll(List<String> items, String[] more) {}

    public void put(Integer item) {}
  }

  static class Unannotated {
    public void find() {}

    @Retryable
    public Future<String> futile() {
      return new CompletableFuture<>();
    }

    @Retryable
    @Override
    public String toString() {
      return "";
    }

    @Retryable(maxAttempts = 2, policy = "maxAttempts=3")
    public void mixed() {}
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      return type.getMethod(name, parameters);
    } catch (NoSuchMethodException missing) {
      throw new AssertionError(missing);
    }
  }

  private static int attempts(Class<?> type, String name, Class<?>... parameters) {
    Method method = method(type, name, parameters);
    return attempts(method, Orders.class);
  }

  private static int attempts(Method method, Class<?> target) {
    return RetryMethod.find(RETRY, null, method, target)
        .map(rule -> rule.retry().policy().maxAttempts())
        .orElse(1);
  }

  @Test
  void the_annotation_of_a_method_has_priority_over_that_of_its_class() {
    assertEquals(5, attempts(Orders.class, "find"));
    assertEquals(4, attempts(Orders.class, "plain"));
  }

  @Test
  void finds_an_annotation_on_the_interface_for_both_methods() {
    assertEquals(7, attempts(Orders.class, "save", String.class));
    assertEquals(7, attempts(Store.class, "save", Object.class));
  }

  @Test
  void an_inherited_method_keeps_its_annotation() {
    assertEquals(6, attempts(Orders.class, "inherited"));
    assertEquals(6, attempts(Base.class, "inherited"));
  }

  @Test
  void the_annotation_of_a_method_with_type_variables_is_that_of_the_methods_that_override_it() {
    Class<?> type = Concrete.class;
    assertEquals(8, attempts(method(type, "put", String.class), type));
    assertEquals(8, attempts(method(Shelf.class, "put", String.class), type));
    assertEquals(8, attempts(method(Generic.class, "put", Object.class), type));
    assertEquals(9, attempts(method(type, "putAll", List.class, String[].class), type));
    assertEquals(1, attempts(method(type, "put", Integer.class), type));

    Shelf proxy = RetryProxy.of(RETRY, Shelf.class, new Concrete(), MethodHandles.lookup());
    assertTrue(proxy.toString().contains("Shelf.put(String) by maxAttempts=8"));
  }

  @Test
  void a_default_method_that_the_class_does_not_override_is_not_retried_for_the_class() {
    assertEquals(1, attempts(Orders.class, "check"));
    assertEquals(1, attempts(Store.class, "check"));
  }

  @Test
  void a_default_method_that_the_class_overrides_is_retried_for_the_class() {
    assertEquals(4, attempts(Orders.class, "repair"));
    assertEquals(4, attempts(Store.class, "repair"));
  }

  @Test
  void an_excluded_method_has_no_rule() {
    assertEquals(1, attempts(Orders.class, "never"));
  }

  @Test
  void a_method_without_annotation_has_no_rule() {
    Method find = method(Unannotated.class, "find");
    assertEquals(Optional.empty(), RetryMethod.find(RETRY, null, find, Unannotated.class));
  }

  @Test
  void a_method_of_object_has_no_rule_from_the_annotation_of_the_class() {
    assertEquals(1, attempts(Orders.class, "toString"));
  }

  @Test
  void looks_up_a_name_for_each_call() {
    Retry reports = Retry.of(RetryPolicy.defaults()).named("reports");
    Method named = method(Orders.class, "named");

    RetryMethod rule = RetryMethod.find(RETRY, name -> reports, named, Orders.class).orElseThrow();

    assertSame(reports, rule.retry());
  }

  @Test
  void attributes_share_the_state_of_the_given_retry() {
    Retry found =
        RetryMethod.find(RETRY, null, method(Orders.class, "find"), Orders.class)
            .orElseThrow()
            .retry();
    assertEquals("orders", found.name());
    assertSame(RETRY.state(), found.state());
  }

  @Test
  void recognizes_a_method_that_returns_a_stage() {
    assertTrue(rule("later").returnsStage());
    assertFalse(rule("find").returnsStage());
  }

  private static RetryMethod rule(String name) {
    return RetryMethod.find(RETRY, null, method(Orders.class, name), Orders.class).orElseThrow();
  }

  private static String refusal(Class<?> type, String name) {
    Method method = method(type, name);
    return assertThrows(
            IllegalArgumentException.class, () -> RetryMethod.find(RETRY, null, method, type))
        .getMessage();
  }

  @Test
  void refuses_methods_that_a_proxy_refuses() {
    assertEquals(
        "Orders.ofClass() is static, so that no call of it can be retried",
        refusal(Orders.class, "ofClass"));
    assertEquals(
        "Unannotated.toString() is a method of Object and cannot be retried",
        refusal(Unannotated.class, "toString"));
    assertEquals(
        "Unannotated.mixed(): @Retryable sets policy and maxAttempts, but policy must be the only"
            + " one",
        refusal(Unannotated.class, "mixed"));
    assertTrue(
        refusal(Unannotated.class, "futile")
            .startsWith("Unannotated.futile() returns java.util.concurrent.Future, which cannot"));
    assertEquals(
        "Orders.named(): @Retryable(name = \"reports\") needs a RetrySource to look it up in",
        refusal(Orders.class, "named"));
  }

  @Test
  void a_method_of_another_class_is_refused() {
    Method foreign = method(Unannotated.class, "find");
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> RetryMethod.find(RETRY, null, foreign, Orders.class))
            .getMessage();
    assertTrue(message.startsWith("method must be one of " + Orders.class.getName()), message);
  }
}
