package dev.reprise.simulator.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.simulator.model.ServerCapacity;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceTest {

  private static final Service SERVICE = Service.of(1400, 2000, Duration.ofMillis(20));

  /** A change that is out of range, with the message that it causes. */
  record Mistake(Runnable change, String message) {}

  static List<Mistake> mistakes() {
    return List.of(
        new Mistake(() -> SERVICE.withLoad(0), "load must be from 1/s to 1000000/s, but was 0/s"),
        new Mistake(
            () -> SERVICE.withLoad(10 / 60.0),
            "load must be from 1/s to 1000000/s, but was 0.166667/s"),
        new Mistake(
            () -> Service.of(1, Double.NaN, Duration.ofMillis(1)),
            "capacity must be from 1/s to 1000000/s, but was NaN/s"),
        new Mistake(
            () -> Service.of(1, 1, Duration.ZERO), "p50 must be from 1us to 10m, but was 0s"),
        new Mistake(
            () -> SERVICE.withP99(Duration.ofMillis(19)),
            "p99 must be from 20ms to 1h, but was 19ms"),
        new Mistake(() -> SERVICE.withPods(0), "pods must be from 1 to 100000, but was 0"),
        new Mistake(() -> SERVICE.withFailing(1), "failing must be from 0 to 0.9, but was 1"),
        new Mistake(
            () -> SERVICE.withDeadline(Duration.ZERO),
            "deadline must be from 1ms to 1h, but was 0s"),
        new Mistake(
            () -> SERVICE.withTimeout(Duration.ofHours(2)),
            "timeout must be from 1ms to 1h, but was 2h"),
        new Mistake(() -> SERVICE.withQueue(-1), "queue must be from 0 to 10000000, but was -1"),
        new Mistake(
            () -> new Fault(Fault.Kind.HANG, Duration.ofMillis(1)),
            "the length of the fault must be from 1s to 1h, but was 1ms"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void a_value_out_of_range_is_refused_with_its_name(Mistake mistake) {
    assertThatThrownBy(mistake.change()::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(mistake.message());
  }

  @Test
  void the_longest_timeout_is_a_second_or_twenty_medians_and_never_above_the_deadline() {
    assertThat(SERVICE.longestTimeout()).isEqualTo(Duration.ofSeconds(1));
    Service slow = Service.of(1, 2, Duration.ofMillis(300));
    assertThat(slow.longestTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(slow.withDeadline(Duration.ofSeconds(2)).longestTimeout())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(slow.withTimeout(Duration.ofMillis(400)).longestTimeout())
        .isEqualTo(Duration.ofMillis(400));
  }

  @RepeatedTest(50)
  void a_service_is_simulated_smaller_with_its_utilisation_and_the_load_of_a_pod(
      RepetitionInfo number) {
    Service service = random(number.getCurrentRepetition());

    Situations situations = new Situations(service);
    Situation asked = situations.asked();
    Map<String, String> values = asked.scenario().settings().texts();

    double capacity = ServerCapacity.of(asked.scenario().settings()).orElseThrow();
    double rate = Double.parseDouble(values.get("rate"));
    double pods = Double.parseDouble(values.get("processes"));
    assertThat(situations.scale()).isGreaterThanOrEqualTo(1);
    assertThat(capacity * situations.scale())
        .isCloseTo(service.capacity(), within(0.001 * service.capacity()));
    assertThat(rate / pods).isCloseTo(service.load() / service.pods(), within(0.001 * rate / pods));
    assertThat(rate / capacity)
        .isCloseTo(service.utilisation(), within(0.001 * service.utilisation()));
    assertThat(TimeText.parse(values.get("fault-length"))).isEqualTo(service.fault().length());
  }

  @Test
  void ordinary_times_have_the_server_of_the_other_situations() {
    Situations situations = new Situations(SERVICE.withFailing(0.2).withP99(Duration.ofMillis(90)));
    Map<String, String> ordinary = situations.ordinary().scenario().settings().texts();
    Map<String, String> asked = situations.asked().scenario().settings().texts();

    assertThat(ordinary).containsEntry("fault", "none").containsEntry("failing", "0.2");
    for (String name :
        List.of("rate", "workers", "service", "distribution", "queue", "timeout", "failing")) {
      assertThat(ordinary).as(name).containsEntry(name, asked.get(name));
    }
  }

  @RepeatedTest(200)
  void every_service_in_the_ranges_can_be_simulated(RepetitionInfo number) {
    Service service = extreme(number.getCurrentRepetition());

    for (Situation situation : new Situations(service).all()) {
      assertThat(situation.scenario().model()).as(situation.words()).isNotNull();
    }
    assertThat(new Advisor(service, 1, 1).estimatedEvents()).isPositive();
  }

  private static Service extreme(long seed) {
    RandomGenerator random = new java.util.Random(seed);
    Duration p50 =
        of(random, Duration.ofNanos(1000), Duration.ofSeconds(1), Duration.ofMinutes(10));
    Duration length =
        of(random, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofHours(1));
    Duration timeout = of(random, Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofHours(1));
    Service service =
        Service.of(of(random, 1.0, 100.0, 1e6), of(random, 1.0, 100.0, 1e6), p50)
            .withPods(of(random, 1, 3, 50_001, 100_000))
            .withFailing(of(random, 0.0, 0.01, 0.9))
            .withFault(new Fault(of(random, Fault.Kind.values()), length))
            .withDeadline(of(random, Duration.ofMillis(1), Duration.ofHours(1)))
            .withQueue(of(random, 0, 1000, 10_000_000))
            .withTimeout(timeout);
    return random.nextBoolean() ? service : service.withP99(of(random, p50, Duration.ofHours(1)));
  }

  @SafeVarargs
  private static <T> T of(RandomGenerator random, T... values) {
    return values[random.nextInt(values.length)];
  }

  private static Service random(long seed) {
    RandomGenerator random = new java.util.Random(seed);
    double load = Math.exp(random.nextDouble() * Math.log(100_000));
    Service service =
        Service.of(
                Math.max(1, load),
                Math.min(1e6, load * (1.05 + random.nextDouble())),
                Duration.ofNanos((long) (1e6 * Math.exp(random.nextDouble() * 7))))
            .withPods(1 + random.nextInt(1000));
    return random.nextBoolean() ? service : service.withP99(service.p50().multipliedBy(9));
  }

  @Test
  void other_loads_leave_some_capacity_unused() {
    Service busy = Service.of(96, 100, Duration.ofMillis(100)).withPods(2);
    assertThat(new Situations(busy).all())
        .filteredOn(Situation::hasFault)
        .allSatisfy(
            situation -> {
              double rate = Double.parseDouble(situation.scenario().settings().texts().get("rate"));
              assertThat(rate).isLessThanOrEqualTo(97.0 / new Situations(busy).scale());
            });
  }

  private static List<String> words(Service of) {
    return new Situations(of).all().stream().map(Situation::words).toList();
  }

  @Test
  void a_situation_is_named_by_what_differs_and_left_out_if_nothing_does() {
    Service usual = SERVICE.withPods(4);
    assertThat(words(usual))
        .contains("1.15 times the load and twice the fault", "0.8 times the load")
        .contains("a quarter of the fault", "half the pods", "twice the pods");
    Service shortest =
        Service.of(1, 2, Duration.ofMillis(20))
            .withPods(1)
            .withFault(new Fault(Fault.Kind.ERRORS, Duration.ofSeconds(1)));
    assertThat(words(shortest))
        .containsExactly(
            "as described",
            "ordinary times",
            "1.15 times the load and twice the fault",
            "twice the pods");
    Service longer = usual.withFault(new Fault(Fault.Kind.ERRORS, Duration.ofSeconds(2)));
    assertThat(words(longer)).contains("a fault of 1s").doesNotContain("a quarter of the fault");
    Service longest = usual.withFault(new Fault(Fault.Kind.ERRORS, Duration.ofMinutes(50)));
    assertThat(words(longest)).contains("1.15 times the load and a fault of 1h");
    assertThat(words(Service.of(1.1, 2, Duration.ofMillis(20)).withPods(3)))
        .contains("0.91 times the load", "1 in place of 3 pods", "twice the pods");
  }

  @Test
  void timeouts_and_delays_are_round_numbers() {
    assertThat(Candidates.round(Duration.ofMillis(37))).isEqualTo(Duration.ofMillis(50));
    assertThat(Candidates.round(Duration.ofMillis(100))).isEqualTo(Duration.ofMillis(100));
    assertThat(Candidates.round(Duration.ofMillis(701))).isEqualTo(Duration.ofSeconds(1));
    assertThat(Candidates.round(Duration.ofNanos(1))).isEqualTo(Duration.ofNanos(1));
  }
}
