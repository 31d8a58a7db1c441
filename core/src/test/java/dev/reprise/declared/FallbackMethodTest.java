package dev.reprise.declared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Fallbacks of the target's class, and of intercepted methods. */
class FallbackMethodTest {

  private static final Retry RETRY =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build()).named("orders");

  interface Store<T> {
    @Retryable(fallback = "cached")
    T load(T key) throws IOException;
  }

  static class Base<K> {
    String cached(K key, FileNotFoundException failure) {
      return "no " + key;
    }
  }

  static class Orders extends Base<String> implements Store<String> {
    IOException failure = new IOException("down");

    @Override
    public String load(String key) throws IOException {
      throw failure;
    }

    private String cached(String key, Exception cause) {
      return "cached " + key + " for " + cause.getMessage() + " by " + getClass().getSimpleName();
    }

    static String ofClass(String key, Exception cause) {
      return "static " + key;
    }

    @Retryable(fallback = "ofClass")
    String other(String key) throws IOException {
      throw failure;
    }

    @Retryable(fallback = "lateOther")
    CompletableFuture<String> late() {
      return CompletableFuture.failedFuture(failure);
    }

    CompletableFuture<String> lateOther(Throwable cause) throws Exception {
      throw (Exception) cause;
    }
  }

  @Test
  void a_proxy_calls_a_private_fallback_of_the_target() throws IOException {
    Store<String> store =
        RetryProxy.of(RETRY, Texts.class, new OrdersText(), MethodHandles.lookup());

    assertEquals("cached 7 for down by OrdersText", store.load("7"));
  }

  interface Texts extends Store<String> {}

  static class OrdersText extends Orders implements Texts {}

  @Test
  void the_narrowest_failure_counts_also_among_inherited_fallbacks() throws IOException {
    OrdersText orders = new OrdersText();
    orders.failure = new FileNotFoundException("gone");
    Texts store = RetryProxy.of(RETRY, Texts.class, orders, MethodHandles.lookup());

    assertEquals("no 7", store.load("7"));
  }

  private static Object intercepted(Object target, String name, Object... arguments) {
    Method method =
        Stream.of(target.getClass().getDeclaredMethods())
            .filter(each -> each.getName().equals(name) && !each.isBridge())
            .findFirst()
            .orElseThrow();
    return RetryMethod.find(RETRY, null, method, target.getClass())
        .orElseThrow()
        .call(
            values -> {
              try {
                return method.invoke(target, arguments);
              } catch (java.lang.reflect.InvocationTargetException failed) {
                throw failed.getCause();
              }
            },
            null,
            target,
            arguments);
  }

  @Test
  void an_interceptor_calls_fallbacks_of_the_class() {
    Orders orders = new Orders();

    assertEquals("cached 7 for down by Orders", intercepted(orders, "load", "7"));
    assertEquals("static 7", intercepted(orders, "other", "7"));
  }

  @Test
  void a_fallback_of_an_asynchronous_method_may_throw() {
    Orders orders = new Orders();
    CompletableFuture<?> late = (CompletableFuture<?>) intercepted(orders, "late");

    assertSame(
        orders.failure,
        assertThrows(java.util.concurrent.ExecutionException.class, late::get).getCause());
  }

  @Retryable(fallback = "fallback")
  static class Annotated {
    int calls;

    public String find() throws IOException {
      calls++;
      throw new IOException("down");
    }

    public String fallback(Exception failure) {
      return "fallback";
    }

    @Retryable(enabled = false)
    public String fallback() {
      return "";
    }
  }

  @Test
  void the_annotation_of_a_type_does_not_apply_to_its_fallback() throws Exception {
    Method fallback = Annotated.class.getMethod("fallback", Exception.class);

    assertTrue(RetryMethod.find(RETRY, null, fallback, Annotated.class).isEmpty());
    Annotated target = new Annotated();
    assertEquals("fallback", intercepted(target, "find"));
    assertEquals(3, target.calls);
  }

  static class Refused {
    @Retryable(fallback = "missing")
    public String missing(int number) {
      return "";
    }

    @Retryable(fallback = "other")
    public String wrong(int number) {
      return "";
    }

    @Retryable(fallback = "throwing")
    public void strict() {}

    String other(Integer number, Exception failure) {
      return "";
    }

    Object other(int number, Exception failure) {
      return "";
    }

    void throwing(Exception failure) throws IOException {}

    @Retryable(fallback = "other", enabled = false)
    public void mixed() {}
  }

  private static String refusal(String name) {
    return assertThrows(IllegalArgumentException.class, () -> intercepted(new Refused(), name, 1))
        .getMessage();
  }

  @Test
  void a_fallback_that_does_not_fit_is_refused() {
    assertEquals(
        "Refused.missing(int): @Retryable(fallback = \"missing\"): Refused needs a method String"
            + " missing(int, Throwable), or with a subclass of Throwable; there is only String"
            + " missing(int)",
        refusal("missing"));
    String wrong = refusal("wrong");
    assertTrue(wrong.contains("there is only "), wrong);
    assertTrue(wrong.contains("String other(Integer, Exception)"), wrong);
    assertTrue(wrong.contains("Object other(int, Exception)"), wrong);
    assertEquals(
        "Refused.strict(): @Retryable(fallback = \"throwing\"): void throwing(Exception) throws"
            + " java.io.IOException, which the retried method does not declare",
        refusal("strict"));
  }
}
