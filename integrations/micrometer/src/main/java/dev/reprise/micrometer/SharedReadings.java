package dev.reprise.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sources of meters that a registry reads, such as function counters and gauges. A registry
 * keeps the first such meter of a name with its tags, and ignores the source of a second one: two
 * retries with one name must therefore write to one source.
 *
 * <p>A source is found by the name and the tags that were requested, and by those of the registered
 * meter, which a filter of the registry may have changed: a filter can merge two meters. A source
 * must not reference its registry, which is weakly referenced here.
 *
 * <p><b>Concurrency.</b> No lock is held while a meter is registered, because registries call code
 * of the application then. Two threads may register a meter at the same time, each with its own new
 * source: the registry keeps the meter of one thread, and the map the source of one thread, perhaps
 * the other one. So a meter reads its source by a reference, which its thread then sets to the
 * source in the map.
 */
final class SharedReadings {

  private static final Map<MeterRegistry, Map<Meter.Id, Source>> SOURCES =
      Collections.synchronizedMap(new WeakHashMap<>());

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

    static Source of(@Nullable Source before, Meter meter, Object fresh) {
      return before != null && before.meter.refersTo(meter)
          ? before
          : new Source(new WeakReference<>(meter), fresh);
    }
  }

  /**
   * Returns the source of a meter, and registers the meter if the registry does not have it.
   *
   * @param fresh the source if there is none yet
   * @param register registers a meter with this name and these tags that reads the source; the
   *     registry may return an earlier meter
   */
  @SuppressWarnings("unchecked") // one name has one type of source
  static <S> S of(
      MeterRegistry registry,
      String name,
      Tags tags,
      S fresh,
      BiFunction<String, Supplier<S>, ? extends Meter> register) {
    Map<Meter.Id, Source> known =
        SOURCES.computeIfAbsent(registry, any -> new ConcurrentHashMap<>());
    Meter.Id requested = new Meter.Id(name, tags, null, null, Meter.Type.OTHER);
    Source found = known.get(requested);
    if (found == null || !found.isIn(registry)) {
      AtomicReference<S> read = new AtomicReference<>(fresh);
      Meter meter = register.apply(name, read::get);
      found = known.compute(meter.getId(), (id, before) -> Source.of(before, meter, fresh));
      read.set((S) found.value); // of the thread that was first
      known.put(requested, found);
    }
    return (S) found.value;
  }
}
