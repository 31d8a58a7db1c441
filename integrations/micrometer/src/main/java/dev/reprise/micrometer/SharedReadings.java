package dev.reprise.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * The sources of meters that a registry reads, such as function counters and gauges. A registry
 * keeps the first such meter of a name with its tags, and ignores the source of a second one: two
 * retries with one name must therefore write to one source.
 *
 * <p>Sources are found by the registered meter, after filters of the registry have changed its name
 * or tags. A source must not reference its registry, which is weakly referenced here.
 */
final class SharedReadings {

  private static final Map<MeterRegistry, Map<Meter.Id, Source>> SOURCES = new WeakHashMap<>();

  private SharedReadings() {}

  /**
   * Weak, because a registry may drop a meter, and a filter may replace it by one without effect.
   */
  private record Source(WeakReference<Meter> meter, Object value) {}

  /**
   * Registers a meter that reads a source.
   *
   * @param fresh the source, if the registry has no such meter yet
   * @param register registers a meter that reads {@code fresh}; the registry may return an earlier
   *     one
   * @return the source that the meter reads
   */
  @SuppressWarnings("unchecked") // one name has one type of source
  static synchronized <S> S of(
      MeterRegistry registry, S fresh, Function<S, ? extends Meter> register) {
    Meter meter = register.apply(fresh);
    Map<Meter.Id, Source> known = SOURCES.computeIfAbsent(registry, any -> new HashMap<>());
    Source source = known.get(meter.getId());
    if (source == null || !source.meter.refersTo(meter)) {
      source = new Source(new WeakReference<>(meter), fresh);
      known.put(meter.getId(), source);
    }
    return (S) source.value;
  }
}
