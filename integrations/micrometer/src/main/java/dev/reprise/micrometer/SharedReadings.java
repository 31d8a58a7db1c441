package dev.reprise.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BiFunction;

/**
 * The sources of meters that a registry reads, such as function counters and gauges. A registry
 * keeps the first such meter of a name with its tags, and ignores the source of a second one: two
 * retries with one name must therefore write to one source.
 *
 * <p>A source is found by the name and the tags that were requested, and by those of the registered
 * meter, which a filter of the registry may have changed: a filter can merge two meters. A source
 * must not reference its registry, which is weakly referenced here.
 */
final class SharedReadings {

  private static final Map<MeterRegistry, Map<Meter.Id, Source>> SOURCES = new WeakHashMap<>();

  private SharedReadings() {}

  /** The meter is weakly referenced, because it may reference a registry. */
  private record Source(WeakReference<Meter> meter, Object value) {

    /** Returns whether the registry still has the meter: it may have been removed. */
    boolean isIn(MeterRegistry registry) {
      Meter read = meter.get();
      return read != null
          && registry.find(read.getId().getName()).tags(read.getId().getTags()).meters().stream()
              .anyMatch(one -> one == read);
    }
  }

  /**
   * Returns the source of a meter, and registers the meter if the registry does not have it.
   *
   * @param fresh the source if there is none yet
   * @param register registers a meter with this name and these tags that reads {@code fresh}; the
   *     registry may return an earlier one
   */
  @SuppressWarnings("unchecked") // one name has one type of source
  static synchronized <S> S of(
      MeterRegistry registry,
      String name,
      Tags tags,
      S fresh,
      BiFunction<String, S, ? extends Meter> register) {
    Map<Meter.Id, Source> known = SOURCES.computeIfAbsent(registry, any -> new HashMap<>());
    Meter.Id requested = new Meter.Id(name, tags, null, null, Meter.Type.OTHER);
    Source source = known.get(requested);
    if (source == null || !source.isIn(registry)) {
      Meter meter = register.apply(name, fresh);
      source = known.get(meter.getId());
      if (source == null || !source.meter.refersTo(meter)) {
        source = new Source(new WeakReference<>(meter), fresh);
        known.put(meter.getId(), source);
      }
      known.put(requested, source);
    }
    return (S) source.value;
  }
}
