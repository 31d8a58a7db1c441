package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.springframework.retry.RetryCallback;
import org.springframework.retry.RetryContext;
import org.springframework.retry.RetryListener;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.policy.CompositeRetryPolicy;
import org.springframework.retry.policy.MaxAttemptsRetryPolicy;
import org.springframework.retry.policy.TimeoutRetryPolicy;
import org.springframework.retry.support.RetryTemplate;
import org.springframework.retry.support.RetryTemplateBuilder;

/**
 * spring-retry: one stateless {@link RetryTemplate} created by its builder, without recovery. A
 * time limit combined with a number of attempts needs a {@link CompositeRetryPolicy}.
 */
final class SpringRetryPeer implements Peer {

  private final RetryTemplate template;

  private SpringRetryPeer(RetryTemplate template) {
    this.template = template;
  }

  static SpringRetryPeer asShipped() {
    return new SpringRetryPeer(RetryTemplate.defaultInstance());
  }

  SpringRetryPeer(PeerSettings settings) {
    RetryTemplateBuilder builder = RetryTemplate.builder();
    if (settings.hasLimit()) {
      builder.customPolicy(limited(settings));
    } else {
      builder.maxAttempts(settings.maxAttempts());
    }
    if (settings.hasDelay()) {
      builder.fixedBackoff(settings.delay());
    } else {
      builder.noBackoff();
    }
    if (settings.hasListener()) {
      builder.withListener(
          settings.receivesAll()
              ? new Everything(settings.listener())
              : new Failed(settings.listener()));
    }
    template = builder.build();
  }

  private static RetryPolicy limited(PeerSettings settings) {
    CompositeRetryPolicy both = new CompositeRetryPolicy();
    both.setPolicies(
        new RetryPolicy[] {
          new MaxAttemptsRetryPolicy(settings.maxAttempts()),
          new TimeoutRetryPolicy(settings.within().toMillis())
        });
    return both;
  }

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    RetryCallback<T, Exception> bound = context -> operation.call();
    return () -> template.execute(bound);
  }

  /** Receives failed attempts; the event is the context. */
  private static class Failed implements RetryListener {

    final Consumer<Object> listener;

    Failed(Consumer<Object> listener) {
      this.listener = listener;
    }

    @Override
    public <T, E extends Throwable> void onError(
        RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
      listener.accept(context);
    }
  }

  /** Also receives successes and the ends of calls. */
  private static final class Everything extends Failed {

    Everything(Consumer<Object> listener) {
      super(listener);
    }

    @Override
    public <T, E extends Throwable> void onSuccess(
        RetryContext context, RetryCallback<T, E> callback, T result) {
      listener.accept(context);
    }

    @Override
    public <T, E extends Throwable> void close(
        RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
      listener.accept(context);
    }
  }
}
