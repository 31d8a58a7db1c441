package dev.reprise.micrometer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Meters of one name for the values of a tag, registered when a value first occurs.
 *
 * <p>No lock is held while a meter is registered, because registries call code of the application
 * then, which may make calls that record here. Two threads may register the same meter: the
 * registry returns the first one to both.
 *
 * @param <K> the value
 * @param <M> type of the meters
 */
final class RareMeters<K, M> {

  private final Map<K, M> registered = new ConcurrentHashMap<>();
  private final Function<K, M> registration;

  RareMeters(Function<K, M> registration) {
    this.registration = registration;
  }

  M of(K value) {
    M known = registered.get(value);
    if (known == null) {
      known = registration.apply(value);
      registered.put(value, known);
    }
    return known;
  }

  /** Registers the meters of values before they occur. */
  @SafeVarargs
  final void register(K... values) {
    for (K value : values) {
      M unused = of(value);
    }
  }
}
