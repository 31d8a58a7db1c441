package dev.reprise.reactor;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** A Mono that makes one call per subscription. */
final class RetriedMono<T> extends Mono<T> {

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
    new MonoCall<T>(downstream, settings.bound(), source).subscribe();
  }
}
