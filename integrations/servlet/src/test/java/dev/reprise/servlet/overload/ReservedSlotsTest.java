package dev.reprise.servlet.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.servlet.overload.Admission.Admitted;
import dev.reprise.servlet.overload.Admission.Deferred;
import dev.reprise.servlet.overload.Admission.Rejected;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReservedSlotsTest {

  private static final int CLIENTS = 1000;
  private static final int CAPACITY = 100;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ReservedSlots slots = ReservedSlots.perSecond(CAPACITY).withTicks(time.ticks());
  private final Map<Long, Integer> arrivals = new TreeMap<>();
  private final Map<Long, Integer> served = new TreeMap<>();

  private long second() {
    return time.ticks().nanos() / 1_000_000_000;
  }

  /** A client that repeats its request until it is accepted. */
  private void come(Function<Deferred, Duration> wait) {
    arrivals.merge(second(), 1, Integer::sum);
    Admission admission = slots.admit();
    if (admission instanceof Deferred deferred) {
      time.delayer().schedule(() -> come(wait), wait.apply(deferred).toNanos());
    } else {
      assertThat(admission).isInstanceOf(Admitted.class);
      served.merge(second(), 1, Integer::sum);
    }
  }

  private void comeAllAtOnce(Function<Deferred, Duration> wait) {
    time.advance(Duration.ofMillis(730));
    for (int client = 0; client < CLIENTS; client++) {
      come(wait);
    }
    time.runUntilIdle();
    assertThat(served.values()).hasSize(10).containsOnly(CAPACITY);
  }

  private static int sum(Map<Long, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void clients_that_use_whole_seconds_come_back_in_different_seconds() {
    comeAllAtOnce(deferred -> Duration.ofSeconds(deferred.retryAfterSeconds()));
    assertThat(arrivals.remove(0L)).isEqualTo(CLIENTS);
    assertThat(arrivals.values()).hasSize(9).containsOnly(CAPACITY);
  }

  @Test
  void clients_that_use_milliseconds_come_one_after_another() {
    List<Long> slotNanos = new ArrayList<>();
    comeAllAtOnce(
        deferred -> {
          slotNanos.add(time.ticks().nanos() + deferred.delay().toNanos());
          return deferred.delay();
        });
    assertThat(arrivals.remove(0L)).isEqualTo(CLIENTS);
    assertThat(arrivals.values()).hasSize(9).containsOnly(CAPACITY);
    for (int slot = 0; slot < slotNanos.size(); slot++) {
      assertThat(slotNanos.get(slot)).isEqualTo(1_000_000_000L + slot * 10_000_000L);
    }
  }

  @Test
  void clients_with_the_same_delay_repeat_their_requests_together() {
    comeAllAtOnce(deferred -> Duration.ofSeconds(1));
    assertThat(arrivals.get(1L)).isEqualTo(CLIENTS - CAPACITY);
    assertThat(sum(arrivals)).isEqualTo(5500);
  }

  @Test
  void clients_that_use_their_slots_send_at_most_two_requests() {
    comeAllAtOnce(deferred -> Duration.ofSeconds(deferred.retryAfterSeconds()));
    assertThat(sum(arrivals)).isEqualTo(1900);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 100, 999})
  void no_second_is_reserved_for_more_clients_than_it_has_slots(int capacity) {
    ReservedSlots any =
        ReservedSlots.perSecond(capacity).horizon(Duration.ofHours(24)).withTicks(time.ticks());
    Random random = new Random(capacity);
    Map<Long, Integer> reserved = new TreeMap<>();
    for (int request = 0; request < 20_000; request++) {
      time.advance(Duration.ofNanos(random.nextLong(1_500_000_000L / capacity)));
      if (any.admit() instanceof Deferred deferred) {
        long exact = (time.ticks().nanos() + deferred.delay().toNanos()) / 1_000_000_000;
        assertThat(deferred.retryAfterSeconds()).isPositive();
        assertThat(deferred.delay()).isPositive();
        assertThat(second() + deferred.retryAfterSeconds()).isEqualTo(exact);
        reserved.merge(exact, 1, Integer::sum);
      }
    }
    assertThat(reserved).isNotEmpty();
    assertThat(reserved.values()).allMatch(clients -> clients <= capacity);
  }

  @Test
  void reserves_no_slot_beyond_the_horizon_and_reserves_again_later() {
    ReservedSlots near =
        ReservedSlots.perSecond(2).horizon(Duration.ofSeconds(2)).withTicks(time.ticks());
    List<Admission> admissions = Stream.generate(near::admit).limit(8).toList();
    assertThat(admissions.subList(0, 2)).hasOnlyElementsOfType(Admitted.class);
    assertThat(admissions.subList(2, 6))
        .extracting(admission -> ((Deferred) admission).retryAfterSeconds())
        .containsExactly(1L, 1L, 2L, 2L);
    assertThat(admissions.subList(6, 8)).hasOnlyElementsOfType(Rejected.class);
    time.advance(Duration.ofSeconds(1));
    assertThat(Stream.generate(near::admit).limit(5).map(Object::getClass).toList())
        .containsExactly(
            Admitted.class, Admitted.class, Deferred.class, Deferred.class, Rejected.class);
  }

  @Test
  void drops_past_slots_of_an_idle_server() {
    assertThat(Stream.generate(slots::admit).limit(1000)).hasSize(1000);
    time.advance(Duration.ofDays(10_000));
    assertThat(Stream.generate(slots::admit).limit(CAPACITY)).hasOnlyElementsOfType(Admitted.class);
    assertThat(slots.admit()).isEqualTo(new Deferred(Duration.ofSeconds(1), 1));
  }

  @Test
  void counts_with_ticks_that_overflow() {
    VirtualTime late = VirtualTime.startingAtTick(1, Long.MAX_VALUE - 500_000_000);
    ReservedSlots one = ReservedSlots.perSecond(1).withTicks(late.ticks());
    assertThat(one.admit()).isInstanceOf(Admitted.class);
    late.advance(Duration.ofMillis(900));
    assertThat(one.admit()).isEqualTo(new Deferred(Duration.ofMillis(100), 1));
    late.advance(Duration.ofMillis(100));
    assertThat(one.admit()).isInstanceOf(Admitted.class);
  }

  @Test
  void gives_each_slot_once_to_many_threads() throws Exception {
    ReservedSlots stopped = ReservedSlots.perSecond(500).withTicks(() -> 0);
    Callable<List<Admission>> many =
        () -> Stream.generate(stopped::admit).limit(1000).collect(Collectors.toList());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Admission> all = new ArrayList<>();
    try {
      List<Future<List<Admission>>> parts = threads.invokeAll(List.of(many, many, many, many));
      for (Future<List<Admission>> part : parts) {
        all.addAll(part.get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(all.stream().filter(Admitted.class::isInstance)).hasSize(500);
    assertThat(all.stream().filter(Deferred.class::isInstance))
        .hasSize(3500)
        .doesNotHaveDuplicates();
  }

  @Test
  void refuses_invalid_settings() {
    assertThatThrownBy(() -> ReservedSlots.perSecond(0))
        .hasMessage("perSecond must be from 1 to 1000000, but was 0");
    assertThatThrownBy(() -> ReservedSlots.perSecond(1_000_001))
        .hasMessage("perSecond must be from 1 to 1000000, but was 1000001");
    for (Duration wrong :
        List.of(Duration.ZERO, Duration.ofMillis(1500), Duration.ofSeconds(86_401))) {
      assertThatThrownBy(() -> slots.horizon(wrong))
          .hasMessage(
              "horizon must be whole seconds from 1 s to 24 h, but was " + TimeText.inWords(wrong));
    }
    assertThat(slots).hasToString("slots(perSecond=100, horizon=1 min)");
  }
}
