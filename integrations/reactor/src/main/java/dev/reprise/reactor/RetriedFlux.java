package dev.reprise.reactor;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;

/** A Flux that makes one call per subscription. */
final class RetriedFlux<T> extends Flux<T> implements Scannable {

  private final ReactorRetry settings;
  private final AttemptSource<T> source;

  private RetriedFlux(ReactorRetry settings, AttemptSource<T> source) {
    this.settings = settings;
    this.source = source;
  }

  /** Returns the Flux, with the assembly hooks of Reactor. */
  static <T> Flux<T> of(ReactorRetry settings, AttemptSource<T> source) {
    return onAssembly(new RetriedFlux<>(settings, source));
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> downstream) {
    SubscribedCall<T> call =
        settings.resubscribesAfterItems()
            ? new RepeatableFluxCall<>(downstream, settings.bound(), source)
            : new FluxCall<>(downstream, settings.bound(), source);
    call.subscribe();
  }

  @Override
  @SuppressWarnings("rawtypes") // of the overridden method
  public @Nullable Object scanUnsafe(Attr key) {
    return ScannedAttributes.ofOperator(key, source);
  }
}
