package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Fallbacks through the proxy and through the generated class. */
@ParameterizedClass
@EnumSource
class FallbackTest {

  private final Target target = new Target();
  private final FallbackOrders orders;

  FallbackTest(Decorator decorator) {
    RetryPolicy policy = RetryPolicy.builder().backoff(Backoff.none()).build();
    orders = decorator.decorate(Retry.of(policy), FallbackOrders.class, target);
  }

  /** Fails always, with a failure of the test. */
  private static final class Target implements FallbackOrders {

    private Throwable failure = new IOException("down");
    private int calls;
    private volatile int fallbacks;
    private CompletableFuture<String> stage = CompletableFuture.completedFuture("stage");

    private <T> T fail() throws IOException {
      calls++;
      return Target.<T, RuntimeException>sneaky(failure);
    }

    @SuppressWarnings("unchecked")
    private static <T, X extends Throwable> T sneaky(Throwable failure) throws X {
      throw (X) failure;
    }

    @Override
    public String find(String id) throws IOException {
      return fail();
    }

    @Override
    public long sum(int start, long... values) throws IOException {
      return this.<Long>fail();
    }

    @Override
    public void touch() throws IOException {
      calls++;
      if (failure != null) {
        sneaky(failure);
      }
    }

    @Override
    public void note(Throwable failed) throws IOException {
      fallbacks++;
      assertThat(failed).isSameAs(failure);
    }

    @Override
    public CompletionStage<String> later(String id) {
      calls++;
      return CompletableFuture.failedFuture(failure);
    }

    @Override
    public CompletableFuture<String> laterCached(String id, IOException failed) {
      fallbacks++;
      return fallbacks < 4 ? CompletableFuture.failedFuture(failed) : stage;
    }
  }

  @Test
  void the_fallback_returns_the_result_after_the_last_attempt() throws IOException {
    assertThat(orders.find("7")).isEqualTo("cached 7 for down");
    assertThat(target.calls).isEqualTo(3);
  }

  @Test
  void the_fallback_with_the_narrowest_failure_is_called() {
    target.failure = new FileNotFoundException("gone");
    assertThatThrownBy(() -> orders.find("7")).isSameAs(target.failure);
  }

  @Test
  void a_failure_that_no_fallback_accepts_is_thrown() {
    assertThatThrownBy(() -> orders.sum(3, 1, 2)).isSameAs(target.failure);
    assertThat(target.calls).isEqualTo(2);
    target.failure = new RuntimeException("no IOException");
    assertThatThrownBy(() -> orders.find("7")).isSameAs(target.failure);
  }

  @Test
  void primitives_and_varargs_reach_the_fallback() throws IOException {
    target.failure = new FileNotFoundException("gone");
    assertThat(orders.sum(3, 1, 2)).isEqualTo(-5);
  }

  @Test
  void a_method_that_returns_nothing_has_a_fallback_of_the_target() throws IOException {
    orders.touch();
    assertThat(target.fallbacks).isEqualTo(1);
    assertThat(target.calls).isEqualTo(2);

    target.failure = null;
    orders.touch();
    assertThat(target.calls).as("null of a void method is no result").isEqualTo(3);
  }

  @Test
  void no_fallback_runs_for_an_error() {
    target.failure = new StackOverflowError("bug");
    assertThatThrownBy(orders::touch).isSameAs(target.failure);
    assertThat(target.fallbacks).isZero();
  }

  @Test
  void no_fallback_runs_after_an_interrupt() {
    target.failure = new InterruptedIOException("stop");
    assertThatThrownBy(orders::touch).isSameAs(target.failure);
    boolean unused = Thread.interrupted();
    assertThat(target.fallbacks).isZero();
  }

  @Test
  void an_asynchronous_fallback_is_retried_only_if_it_is_annotated_itself() throws Exception {
    CompletableFuture<String> later = orders.later("7").toCompletableFuture();
    assertThat(later.get()).isEqualTo("stage");
    assertThat(target.calls).isEqualTo(3);
    assertThat(target.fallbacks).isEqualTo(4);
  }

  @Test
  void cancelling_the_future_cancels_the_stage_of_the_fallback() {
    target.stage = new CompletableFuture<>();
    target.fallbacks = 3;
    CompletableFuture<String> later = orders.later("7").toCompletableFuture();
    while (target.fallbacks < 4) {
      Thread.onSpinWait();
    }
    later.cancel(false);
    assertThatThrownBy(() -> target.stage.get()).isInstanceOf(CancellationException.class);
  }

  @Test
  void a_failing_fallback_has_the_failure_of_the_call_as_suppressed_exception() {
    target.stage = CompletableFuture.failedFuture(new IllegalStateException("fallback"));
    target.fallbacks = 3;
    assertThatThrownBy(() -> orders.later("7").toCompletableFuture().get())
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .satisfies(own -> assertThat(own.getSuppressed()).contains(target.failure));
  }

  @Test
  void a_view_with_another_policy_keeps_the_fallback() throws IOException {
    FallbackOrders once = Decorated.withPolicy(orders, RetryPolicy.none());
    assertThat(once.find("7")).isEqualTo("cached 7 for down");
    assertThat(target.calls).isEqualTo(1);
  }
}
