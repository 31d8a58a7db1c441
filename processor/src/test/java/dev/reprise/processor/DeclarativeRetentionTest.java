package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.declared.Retryable;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeclarativeRetentionTest {

  private static final int COLLECTIONS = 100;
  private static final IOException SHARED = new IOException("static");

  /** A service with large arguments and results. */
  @Retryable
  public interface Exchange {

    Object swap(Object given) throws IOException;

    CompletableFuture<Object> swapLater(Object given);
  }

  /** Fails two of three calls, always with the same exception. */
  private static final class Flaky implements Exchange {

    private int calls;

    @Override
    public Object swap(Object given) throws IOException {
      calls++;
      if (calls % 3 != 0) {
        throw SHARED;
      }
      return new byte[1_000];
    }

    @Override
    public CompletableFuture<Object> swapLater(Object given) {
      try {
        return CompletableFuture.completedFuture(swap(given));
      } catch (IOException failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("trap 28: a decorator holds no reference to a finished call")
  void nothing_of_a_finished_call_stays_reachable(Decorator decorator) throws Exception {
    RetryPolicy policy = RetryPolicy.builder().backoff(Backoff.none()).build();
    Retry retry = Retry.of(policy).withBudget(RetryBudget.unlimited());
    Exchange decorated = decorator.decorate(retry, Exchange.class, new Flaky());
    List<WeakReference<?>> references = new ArrayList<>();
    for (int call = 0; call < 10; call++) {
      Object given = new byte[1_000];
      references.add(new WeakReference<>(given));
      references.add(new WeakReference<>(decorated.swap(given)));
      references.add(new WeakReference<>(decorated.swapLater(given).get()));
    }
    for (int i = 0;
        i < COLLECTIONS && !references.stream().allMatch(one -> one.refersTo(null));
        i++) {
      System.gc();
    }
    assertThat(references).allMatch(one -> one.refersTo(null));
    assertThat(decorated.swapLater("once more").get()).isNotNull();
  }
}
