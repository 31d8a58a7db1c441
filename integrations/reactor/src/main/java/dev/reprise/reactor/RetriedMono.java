package dev.reprise.reactor;

import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;

/** A Mono that makes one call per subscription. */
final class RetriedMono<T> extends Mono<T> implements Scannable {

  private final ReactorRetry settings;
  private final AttemptSource<T> source;

  private RetriedMono(ReactorRetry settings, AttemptSource<T> source) {
    this.settings = settings;
    this.source = source;
  }

  /** Returns the Mono, with the assembly hooks of Reactor. */
  static <T> Mono<T> of(ReactorRetry settings, AttemptSource<T> source) {
    return onAssembly(new RetriedMono<>(settings, source));
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> downstream) {
    Retry retry = settings.bound();
    RetryDriver driver = retry.driver();
    if (FirstMonoAttempt.suffices(retry, driver)) {
      new FirstMonoAttempt<T>(downstream, retry, driver, source).subscribe();
    } else {
      new MonoCall<T>(downstream, retry, source).subscribe();
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // of the overridden method
  public @Nullable Object scanUnsafe(Attr key) {
    return ScannedAttributes.ofOperator(key, source);
  }
}
