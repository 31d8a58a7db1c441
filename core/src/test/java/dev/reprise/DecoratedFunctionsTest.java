package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.backoff.Backoff;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecoratedFunctionsTest {

  private static final Retry RETRY =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build()).named("orders");

  /** The kinds of functions that can be decorated. */
  private static final class Page
      implements Callable<String>,
          Supplier<CompletableFuture<String>>,
          Runnable,
          Function<String, CompletableFuture<String>>,
          Consumer<String>,
          Operation<String, Exception> {

    private int calls;

    @Override
    public String call() throws IOException {
      calls++;
      throw new IOException("down");
    }

    @Override
    public CompletableFuture<String> get() {
      return new CompletableFuture<>();
    }

    @Override
    public void run() {}

    @Override
    public CompletableFuture<String> apply(String url) {
      return get();
    }

    @Override
    public void accept(String url) {}

    @Override
    public String toString() {
      return "a page";
    }
  }

  private static final class PageOfTwo implements BiFunction<String, String, String> {
    @Override
    public String apply(String host, String path) {
      return host + path;
    }

    @Override
    public String toString() {
      return "a page";
    }
  }

  private static final Page PAGE = new Page();

  static Stream<Object> decorated() {
    return Stream.of(
        RETRY.decorateCallable(PAGE),
        RETRY.decorateSupplier(PAGE),
        RETRY.decorateRunnable(PAGE),
        RETRY.decorateFunction(PAGE),
        RETRY.decorateBiFunction(new PageOfTwo()),
        RETRY.decorateConsumer(PAGE),
        RETRY.decorateOperation(PAGE),
        RETRY.decorateAsync(PAGE),
        RETRY.decorateAsyncFunction(PAGE));
  }

  @ParameterizedTest
  @MethodSource("decorated")
  void each_prints_its_target_and_its_policy(Object decorated) {
    assertEquals("orders(" + RETRY.policy() + ") around a page", decorated.toString());
  }

  @ParameterizedTest
  @MethodSource("decorated")
  void each_returns_its_target_and_a_view_of_the_same_kind(Object decorated) {
    Object view = Decorated.withPolicy(decorated, RetryPolicy.none());

    assertSame(Decorated.targetOf(decorated), Decorated.targetOf(view));
    assertSame(decorated.getClass(), view.getClass());
    assertSame(RETRY.state(), Decorated.retryOf(view).state());
    assertEquals(RetryPolicy.none(), Decorated.retryOf(view).policy());
  }

  @Test
  void a_view_follows_its_policy_and_does_not_change_the_function() {
    Page page = new Page();
    Callable<String> decorated = RETRY.decorateCallable(page);

    assertThrows(IOException.class, Decorated.withPolicy(decorated, RetryPolicy.none())::call);
    assertEquals(1, page.calls);

    assertThrows(IOException.class, decorated::call);
    assertEquals(1 + 3, page.calls);
  }

  @Test
  void refuses_an_object_that_is_not_decorated() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Decorated.retryOf(PAGE));
    assertEquals("not decorated by a retry: a page", refused.getMessage());
  }
}
