package dev.reprise.simulator.advice;

import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Optional;

/**
 * A service and its clients, as an engineer describes them.
 *
 * <pre>{@code
 * Service service =
 *     Service.of(1400, 2000, Duration.ofMillis(20))
 *         .withPods(200)
 *         .withFault(new Fault(Fault.Kind.HANG, Duration.ofSeconds(30)));
 * }</pre>
 *
 * @param load calls per second of all clients together, from 1 to 1,000,000
 * @param capacity attempts that the server serves per second, from 1 to 1,000,000
 * @param p50 the median time of an attempt at a server that is not loaded, from 1 us to 10 min
 * @param p99 the 99th percentile of that time, at least {@code p50}; empty for an exponential
 *     distribution, where it is 6.6 times the median
 * @param pods client processes, from 1 to 100,000
 * @param fault what happens to the server
 * @param failing the share of attempts that fail at random, also without the fault, from 0 to 0.9
 * @param deadline the time after which nobody waits for a call any more, from 1 ms to 1 h
 * @param timeout the longest acceptable timeout of an attempt, from 1 ms to 1 h; empty for 1 s, or
 *     20 times the median if that is longer. At most the deadline counts
 * @param queue attempts that wait at the server at most, from 0 to 10,000,000; empty for ten
 *     seconds of its capacity
 */
public record Service(
    double load,
    double capacity,
    Duration p50,
    Optional<Duration> p99,
    int pods,
    Fault fault,
    double failing,
    Duration deadline,
    Optional<Duration> timeout,
    Optional<Integer> queue) {

  private static final double LEAST_RATE = 1;
  private static final double MOST_RATE = 1_000_000;
  static final int MOST_PODS = 100_000;
  private static final int MOST_QUEUED = 10_000_000;
  private static final double MOST_FAILING = 0.9;
  private static final double QUEUED_SECONDS = 10;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int USUAL_TIMEOUT = 20;

  /**
   * Creates a description.
   *
   * @param load calls per second of all clients together
   * @param capacity attempts that the server serves per second
   * @param p50 the median time of an attempt, from 1 us to 10 min
   * @param p99 the 99th percentile of that time; empty for an exponential distribution
   * @param pods client processes, from 1 to 100,000
   * @param fault what happens to the server
   * @param failing the share of attempts that fail at random in ordinary times
   * @param deadline the time after which nobody waits for a call any more
   * @param timeout the longest acceptable timeout of an attempt; empty for 1 s, or 20 times the
   *     median
   * @param queue attempts that wait at the server at most; empty for ten seconds of its capacity
   * @throws IllegalArgumentException if a value is not in its range; the message names the value,
   *     the range and the setting
   */
  public Service {
    check("load", load, LEAST_RATE, MOST_RATE, "/s");
    check("capacity", capacity, LEAST_RATE, MOST_RATE, "/s");
    check("p50", p50, Duration.ofNanos(1000), Duration.ofMinutes(10));
    p99.ifPresent(each -> check("p99", each, p50, HOUR));
    check("pods", pods, 1, MOST_PODS, "");
    check("failing", failing, 0, MOST_FAILING, "");
    check("deadline", deadline, Duration.ofMillis(1), HOUR);
    timeout.ifPresent(each -> check("timeout", each, Duration.ofMillis(1), HOUR));
    queue.ifPresent(each -> check("queue", each, 0, MOST_QUEUED, ""));
  }

  private static void check(String name, double value, double min, double max, String unit) {
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          name
              + " must be from "
              + plain(min)
              + unit
              + " to "
              + plain(max)
              + unit
              + ", but was "
              + plain(value)
              + unit);
    }
  }

  private static void check(String name, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          name
              + " must be from "
              + TimeText.format(min)
              + " to "
              + TimeText.format(max)
              + ", but was "
              + TimeText.format(value));
    }
  }

  private static String plain(double value) {
    double rounded = Math.abs(value) < 1e9 ? Math.rint(value * 1e6) / 1e6 : value;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  /**
   * Describes a service of 10 pods that hangs for 30 s, with one attempt in a hundred failing in
   * ordinary times and a deadline of 30 s.
   *
   * @param load calls per second of all clients together, from 1 to 1,000,000
   * @param capacity attempts that the server serves per second, from 1 to 1,000,000
   * @param p50 the median time of an attempt, from 1 us to 10 min
   * @return the description
   * @throws IllegalArgumentException if a value is not in its range
   */
  public static Service of(double load, double capacity, Duration p50) {
    return new Service(
        load,
        capacity,
        p50,
        Optional.empty(),
        10,
        new Fault(Fault.Kind.HANG, Duration.ofSeconds(30)),
        0.01,
        Duration.ofSeconds(30),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns a copy with another load.
   *
   * @param changed calls per second, from 1 to 1,000,000
   * @return the copy
   * @throws IllegalArgumentException if the value is not in its range
   */
  public Service withLoad(double changed) {
    return new Service(changed, capacity, p50, p99, pods, fault, failing, deadline, timeout, queue);
  }

  /**
   * Returns a copy with another number of client processes.
   *
   * @param changed from 1 to 100,000
   * @return the copy
   * @throws IllegalArgumentException if the value is not in its range
   */
  public Service withPods(int changed) {
    return new Service(load, capacity, p50, p99, changed, fault, failing, deadline, timeout, queue);
  }

  /**
   * Returns a copy with another fault.
   *
   * @param changed what happens to the server
   * @return the copy
   */
  public Service withFault(Fault changed) {
    return new Service(load, capacity, p50, p99, pods, changed, failing, deadline, timeout, queue);
  }

  /**
   * Returns a copy with a 99th percentile of the time of an attempt.
   *
   * @param changed at least the median, at most 1 h
   * @return the copy
   * @throws IllegalArgumentException if the value is not in its range
   */
  public Service withP99(Duration changed) {
    return new Service(
        load, capacity, p50, Optional.of(changed), pods, fault, failing, deadline, timeout, queue);
  }

  /**
   * Returns a copy with another share of attempts that fail in ordinary times.
   *
   * @param changed from 0 to 0.9
   * @return the copy
   * @throws IllegalArgumentException if the value is not in its range
   */
  public Service withFailing(double changed) {
    return new Service(load, capacity, p50, p99, pods, fault, changed, deadline, timeout, queue);
  }

  /**
   * Returns a copy with another deadline.
   *
   * @param changed from 1 ms to 1 h
   * @return the copy
   * @throws IllegalArgumentException if the value is not in its range
   */
  public Service withDeadline(Duration changed) {
    return new Service(load, capacity, p50, p99, pods, fault, failing, changed, timeout, queue);
  }

  /**
   * Returns a copy with another queue.
   *
   * @param changed attempts that wait at most, from 0 to 10,000,000
   * @return the copy
   * @throws IllegalArgumentException if the value is not in its range
   */
  public Service withQueue(int changed) {
    return new Service(
        load, capacity, p50, p99, pods, fault, failing, deadline, timeout, Optional.of(changed));
  }

  /**
   * Returns a copy with another longest timeout.
   *
   * @param changed the longest acceptable timeout of an attempt, from 1 ms to 1 h
   * @return the copy
   * @throws IllegalArgumentException if the value is not in its range
   */
  public Service withTimeout(Duration changed) {
    return new Service(
        load, capacity, p50, p99, pods, fault, failing, deadline, Optional.of(changed), queue);
  }

  /** Returns the longest timeout of an attempt, at most the deadline. */
  Duration longestTimeout() {
    Duration usual = Candidates.round(p50.multipliedBy(USUAL_TIMEOUT));
    Duration least = usual.compareTo(SECOND) < 0 ? SECOND : usual;
    Duration longest = timeout.orElse(least);
    return longest.compareTo(deadline) < 0 ? longest : deadline;
  }

  /** Returns the attempts that wait at most. */
  double queued() {
    return queue.<Double>map(Integer::doubleValue).orElse(QUEUED_SECONDS * capacity);
  }

  /** Returns the share of the capacity that the calls need without a retry. */
  double utilisation() {
    return load / capacity;
  }
}
