package dev.reprise.declared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.PlainCall;
import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.Flow;
import kotlin.coroutines.Continuation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallAdapterTest {

  private static final Retry RETRY =
      Retry.of(RetryPolicy.parse("maxAttempts=3 backoff=none idempotency=idempotent"));

  /** A type of another library: a value that is computed when someone asks for it. */
  interface Late extends Flow.Publisher<String> {
    String get() throws IOException;

    @Override
    default void subscribe(Flow.Subscriber<? super String> subscriber) {}
  }

  /** Retries {@link Late}, with the number of the attempt as its last argument. */
  public static final class LateAdapter implements CallAdapter {

    @Override
    public boolean supports(Method method, Class<?> returnType) {
      return returnType == Late.class;
    }

    @Override
    public Object call(Retry retry, AdaptedCall call) {
      Late retried =
          () -> {
            List<Object> arguments = new ArrayList<>(List.of(call.arguments()));
            int[] attempt = {0};
            return PlainCall.callOrElse(
                retry,
                () -> {
                  arguments.set(arguments.size() - 1, ++attempt[0]);
                  return ((Late) call.attempt(arguments.toArray())).get();
                },
                failed -> {
                  Throwable failure = PlainCall.failureOf(failed);
                  return ((Late) call.fallback(failure, call.arguments())).get();
                });
          };
      return retried;
    }
  }

  /** An adapter on the class path of an application that does not use its library. */
  public static final class WithoutItsLibrary implements CallAdapter {

    @Override
    public boolean supports(Method method, Class<?> returnType) {
      throw new NoClassDefFoundError("other/Library");
    }

    @Override
    public @Nullable Object call(Retry retry, AdaptedCall call) {
      throw new AssertionError("not supported");
    }
  }

  interface Pages {
    @Retryable
    Late fetch(String url, int attempt);

    @Retryable(fallback = "old")
    Late read(String url, int attempt);

    default Late old(String url, int attempt, IOException failure) {
      return () -> url + " from the cache, after " + failure.getMessage() + ", " + attempt;
    }
  }

  interface Iterators {
    @Retryable
    Spliterator<String> all();
  }

  interface Functions {
    /** As Kotlin compiles a suspend function. */
    @Retryable
    @Nullable Object find(String id, Continuation<? super String> continuation);
  }

  private final List<String> calls = new ArrayList<>();
  private int succeeds = 3;

  private Late attempt(String url, int attempt) {
    return () -> {
      calls.add(url + " " + attempt);
      if (attempt < succeeds) {
        throw new IOException("reset " + attempt);
      }
      return "page";
    };
  }

  private final class Client implements Pages {
    @Override
    public Late fetch(String url, int attempt) {
      return attempt(url, attempt);
    }

    @Override
    public Late read(String url, int attempt) {
      return attempt(url, attempt);
    }
  }

  private Pages pages() {
    return RetryProxy.of(RETRY, Pages.class, new Client(), MethodHandles.lookup());
  }

  @Test
  void a_proxy_retries_by_the_adapter_which_may_change_arguments() throws Exception {
    Late late = pages().fetch("a", 0);
    assertEquals(List.of(), calls);
    assertEquals("page", late.get());
    assertEquals(List.of("a 1", "a 2", "a 3"), calls);
  }

  @Test
  void the_adapter_calls_the_fallback_with_the_arguments_of_the_caller() throws Exception {
    succeeds = 4;
    assertEquals("a from the cache, after reset 3, 0", pages().read("a", 0).get());
    assertThrows(IOException.class, () -> pages().fetch("a", 0).get());
  }

  @Test
  void an_interceptor_retries_by_the_adapter() throws Exception {
    Method fetch = Pages.class.getMethod("fetch", String.class, int.class);
    RetryMethod rule = RetryMethod.find(RETRY, null, fetch, Client.class).orElseThrow();
    assertFalse(rule.returnsStage());
    assertFalse(rule.isPlain(RETRY));
    Client target = new Client();
    Object[] arguments = {"b", 0};
    Late late =
        (Late)
            rule.call(
                values -> target.fetch((String) values[0], (int) values[1]),
                null,
                target,
                arguments);
    assertEquals("page", late.get());
    assertEquals(0, arguments[1]);
    assertEquals(3, calls.size());
  }

  @Test
  void a_type_without_an_adapter_is_refused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                RetryProxy.of(
                    RETRY,
                    Iterators.class,
                    () -> List.of("a").spliterator(),
                    MethodHandles.lookup()));
    assertTrue(
        refused.getMessage().startsWith("Iterators.all() returns java.util.Spliterator, which"),
        refused.getMessage());
  }

  @Test
  void a_suspend_function_without_an_adapter_is_refused_with_the_name_of_its_module() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                RetryProxy.of(
                    RETRY, Functions.class, (id, continuation) -> id, MethodHandles.lookup()));
    assertEquals(
        "Functions.find(String, Continuation) is a suspend function, which is retried only with"
            + " reprise-kotlin on the class path; add it, or take the method out with"
            + " @Retryable(enabled = false)",
        refused.getMessage());
  }

  @Test
  void without_a_fallback_the_failure_itself_is_thrown() {
    IOException failure = new IOException("reset");
    AdaptedCall call = new AdaptedCall(values -> null, null, null);
    assertFalse(call.hasFallback());
    assertEquals(0, call.arguments().length);
    assertSame(
        failure, assertThrows(IOException.class, () -> call.fallback(failure, call.arguments())));
  }
}
