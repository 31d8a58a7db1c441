package dev.reprise.reactor;

import dev.reprise.function.Attempt;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A Flux that makes one call per subscription. */
final class RetriedFlux<T> extends Flux<T> {

  private final ReactorRetry settings;
  private final Function<? super Attempt, ? extends Publisher<? extends T>> source;

  private RetriedFlux(
      ReactorRetry settings, Function<? super Attempt, ? extends Publisher<? extends T>> source) {
    this.settings = settings;
    this.source = source;
  }

  /** Returns the Flux, with the assembly hooks of Reactor. */
  static <T> Flux<T> of(
      ReactorRetry settings, Function<? super Attempt, ? extends Publisher<? extends T>> source) {
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
}
