package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SharedReadingsTest {

  private static final String NAME = "calls";

  private final MeterRegistry registry = new SimpleMeterRegistry();

  private FunctionCounter register(MeterRegistry into, Supplier<LongAdder> read) {
    return FunctionCounter.builder(NAME, read, any -> read.get().sum()).register(into);
  }

  private LongAdder source(MeterRegistry of) {
    return SharedReadings.of(
        of, NAME, Tags.empty(), new LongAdder(), (name, read) -> register(of, read));
  }

  @Test
  void two_registries_do_not_share_a_source() {
    assertThat(source(registry)).isSameAs(source(registry));
    assertThat(source(new SimpleMeterRegistry())).isNotSameAs(source(registry));
  }

  /** The registry has the meter of the first thread, and the map the source of the second one. */
  @Test
  void a_source_that_another_thread_adds_meanwhile_is_the_one_that_is_read() {
    LongAdder[] second = new LongAdder[1];
    LongAdder first =
        SharedReadings.of(
            registry,
            NAME,
            Tags.empty(),
            new LongAdder(),
            (name, read) -> {
              FunctionCounter meter = register(registry, read);
              second[0] = source(registry);
              return meter;
            });
    first.increment();
    second[0].increment();

    assertThat(first).isSameAs(second[0]);
    assertThat(registry.get(NAME).functionCounter().count()).isEqualTo(2);
  }

  @Test
  void a_source_whose_meter_was_removed_is_not_used_again() {
    LongAdder before = source(registry);
    registry.remove(registry.get(NAME).meter());

    assertThat(source(registry)).isNotSameAs(before);
  }
}
