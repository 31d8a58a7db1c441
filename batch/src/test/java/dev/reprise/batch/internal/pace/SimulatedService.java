package dev.reprise.batch.internal.pace;

import java.util.PriorityQueue;
import java.util.Random;

/**
 * A service with a bucket of capacity, which refuses calls or items for other reasons too. All
 * times are in seconds.
 *
 * @param capacity units per second, infinite for no limit
 * @param burst seconds of capacity that it saves up; the bucket holds at least one unit
 * @param refusedCalls share of calls that are refused as a whole, independent of the rate
 * @param refusedItems share of items that are refused, independent of the rate
 * @param blocked seconds of each second in which a different client uses all capacity
 * @param places calls that it executes at the same time; it refuses further ones as a whole
 * @param changed second at which the capacity changes
 * @param factor factor of the capacity from then on
 * @param processor the time that it needs for calls
 */
record SimulatedService(
    double capacity,
    double burst,
    double refusedCalls,
    double refusedItems,
    double blocked,
    int places,
    double changed,
    double factor,
    Processor processor) {

  /**
   * Servers with one queue, as those of a process on a machine with few processors. They are slower
   * at the beginning, because code is compiled while it runs.
   *
   * @param servers calls that are executed at the same time
   * @param seconds mean duration of their execution, which is distributed exponentially
   * @param cold the factor of the duration of the first call
   * @param warmingCalls the calls after which the excess is a third
   * @param failed share of calls that fail for other reasons than load
   */
  record Processor(int servers, double seconds, double cold, double warmingCalls, double failed) {

    static final Processor NONE = new Processor(Integer.MAX_VALUE, 0, 1, 1, 0);

    double secondsOf(long call) {
      return seconds * (1 + (cold - 1) * Math.exp(-call / warmingCalls));
    }
  }

  static SimulatedService ofCapacity(double capacity, double burst) {
    return new SimulatedService(
        capacity, burst, 0, 0, 0, Integer.MAX_VALUE, Double.POSITIVE_INFINITY, 1, Processor.NONE);
  }

  static SimulatedService refusing(double calls, double items) {
    double open = Double.POSITIVE_INFINITY;
    return new SimulatedService(
        open, 0, calls, items, 0, Integer.MAX_VALUE, open, 1, Processor.NONE);
  }

  static SimulatedService ofPlaces(int places) {
    double open = Double.POSITIVE_INFINITY;
    return new SimulatedService(open, 0, 0, 0, 0, places, open, 1, Processor.NONE);
  }

  SimulatedService blockedFor(double seconds) {
    return new SimulatedService(
        capacity, burst, refusedCalls, refusedItems, seconds, places, changed, factor, processor);
  }

  SimulatedService processedBy(Processor other) {
    return new SimulatedService(
        capacity, burst, refusedCalls, refusedItems, blocked, places, changed, factor, other);
  }

  SimulatedService refusingToo(double calls, double items) {
    return new SimulatedService(
        capacity, burst, calls, items, blocked, places, changed, factor, processor);
  }

  SimulatedService changedAt(double second, double times) {
    return new SimulatedService(
        capacity, burst, refusedCalls, refusedItems, blocked, places, second, times, processor);
  }

  double capacityAt(double second) {
    return second >= changed ? capacity * factor : capacity;
  }

  /** The level of the bucket, which starts full. */
  static final class Bucket {

    private final SimulatedService service;
    private final Random random;
    private double level;
    private double refilled;
    private int executing;
    private final PriorityQueue<Double> busyUntil = new PriorityQueue<>();
    private long processed;

    Bucket(SimulatedService service, Random random) {
      this.service = service;
      this.random = random;
      level = size(0);
    }

    private double size(double second) {
      return Math.max(1, service.burst() * service.capacityAt(second));
    }

    /** Returns the number of units that the service accepts; if any, {@link #ends} follows. */
    int accept(int units, double second) {
      if (executing >= service.places()) {
        return 0;
      }
      int taken = acceptedOf(units, second);
      executing += taken > 0 ? 1 : 0;
      return taken;
    }

    /** Returns whether a call fails for another reason than load. */
    boolean fails() {
      double share = service.processor().failed();
      return share > 0 && random.nextDouble() < share;
    }

    /** Returns the seconds that a call waits for a server and is executed. */
    double processes(double second) {
      Processor processor = service.processor();
      if (processor.seconds() == 0) {
        return 0;
      }
      double start = second;
      if (busyUntil.size() == processor.servers()) {
        start = Math.max(second, busyUntil.poll());
      }
      double length = -Math.log(1 - random.nextDouble()) * processor.secondsOf(processed++);
      busyUntil.add(start + length);
      return start + length - second;
    }

    /** Ends a call of which the service accepted a unit. */
    void ends() {
      executing--;
    }

    private int acceptedOf(int units, double second) {
      refill(second);
      if (second % 1 < service.blocked() || random.nextDouble() < service.refusedCalls()) {
        return 0;
      }
      int wanted = units;
      for (int i = 0; service.refusedItems() > 0 && i < units; i++) {
        wanted -= random.nextDouble() < service.refusedItems() ? 1 : 0;
      }
      if (service.capacity() == Double.POSITIVE_INFINITY) {
        return wanted;
      }
      int taken = (int) Math.min(wanted, Math.floor(level + 1e-9));
      level -= taken;
      return taken;
    }

    private void refill(double second) {
      if (service.capacity() < Double.POSITIVE_INFINITY) {
        double more = (second - refilled) * service.capacityAt(second);
        level = Math.min(size(second), level + more);
      }
      refilled = second;
    }
  }
}
