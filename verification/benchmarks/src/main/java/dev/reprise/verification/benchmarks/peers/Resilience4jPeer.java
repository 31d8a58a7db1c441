package dev.reprise.verification.benchmarks.peers;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Resilience4j: the {@link Retry} created once and the operation decorated once, which avoids the
 * decorator that {@code executeCallable} creates for each call. Calls that return a stage wait on
 * one separate scheduler thread, as its documentation shows. It has no time limit for a call, so
 * {@link PeerSettings#within} is ignored.
 */
final class Resilience4jPeer implements Peer {

  private final Retry retry;
  private final ScheduledThreadPoolExecutor scheduler =
      new ScheduledThreadPoolExecutor(1, Resilience4jPeer::daemon);

  private Resilience4jPeer(Retry retry) {
    this.retry = retry;
  }

  static Resilience4jPeer asShipped() {
    return new Resilience4jPeer(Retry.ofDefaults("benchmark"));
  }

  Resilience4jPeer(PeerSettings settings) {
    RetryConfig.Builder<Object> config =
        RetryConfig.custom()
            .maxAttempts(settings.maxAttempts())
            .intervalFunction(
                settings.hasDelay() ? IntervalFunction.of(settings.delay()) : attempt -> 0L);
    retry = Retry.of("benchmark", config.build());
    if (settings.receivesAll()) {
      retry.getEventPublisher().onEvent(settings.listener()::accept);
    } else if (settings.hasListener()) {
      listenToFailures(settings.listener());
    }
  }

  private void listenToFailures(Consumer<Object> listener) {
    retry.getEventPublisher().onRetry(listener::accept).onError(listener::accept);
  }

  private static Thread daemon(Runnable run) {
    Thread thread = new Thread(run, "resilience4j-retry");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    return Retry.decorateCallable(retry, operation);
  }

  @Override
  public <T> Supplier<CompletionStage<T>> staged(Supplier<CompletionStage<T>> operation) {
    return Retry.decorateCompletionStage(retry, scheduler, operation);
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
  }
}
