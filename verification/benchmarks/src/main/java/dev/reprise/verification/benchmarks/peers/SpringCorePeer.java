package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.springframework.core.retry.RetryListener;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryState;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;

/**
 * Spring Framework's own {@link RetryTemplate}, created once with a {@link RetryPolicy} of its
 * builder. Calls use {@code execute}, whose exception holds the history of failures.
 */
final class SpringCorePeer implements Peer {

  private final RetryTemplate template;

  private SpringCorePeer(RetryTemplate template) {
    this.template = template;
  }

  static SpringCorePeer asShipped() {
    return new SpringCorePeer(new RetryTemplate());
  }

  SpringCorePeer(PeerSettings settings) {
    RetryPolicy.Builder policy =
        RetryPolicy.builder().maxRetries(settings.maxAttempts() - 1L).delay(settings.delay());
    if (settings.hasLimit()) {
      policy.timeout(settings.within());
    }
    template = new RetryTemplate(policy.build());
    if (settings.hasListener()) {
      template.setRetryListener(new Listening(settings.listener(), settings.receivesAll()));
    }
  }

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    Retryable<T> bound = operation::call;
    return () -> template.execute(bound);
  }

  private record Listening(Consumer<Object> listener, boolean everything) implements RetryListener {

    @Override
    public void onRetryableExecution(RetryPolicy policy, Retryable<?> retryable, RetryState state) {
      if (everything || !state.getExceptions().isEmpty()) {
        listener.accept(state);
      }
    }
  }
}
