package dev.reprise.batch.internal.pace;

import java.util.List;
import java.util.Locale;

/** The cases in which {@code Pace.adaptive()} is measured, and their results. */
final class PaceGrid {

  private static final double SETTLING = 20;
  private static final double LENGTH = 60;
  private static final double LEAST_UNITS = 1_000;
  private static final int CHUNK = 25;

  private PaceGrid() {}

  /**
   * A case.
   *
   * @param name the name of its group
   * @param service the service
   * @param latency the mean duration of a call in seconds
   * @param parallelism the number of parallel calls
   * @param starts the second at which each run starts
   */
  record Cell(
      String name, SimulatedService service, double latency, int parallelism, double... starts) {

    /** The time at which the measurement begins. */
    double from() {
      double changed = service.changed() == Double.POSITIVE_INFINITY ? 0 : service.changed();
      return Math.max(changed, starts[starts.length - 1]) + SETTLING;
    }

    double capacity() {
      return service.capacityAt(from());
    }

    /** Returns whether the service refuses for other reasons than its capacity. */
    boolean isIndependent() {
      return service.refusedCalls() + service.refusedItems() + service.blocked() > 0;
    }

    /** Units per second that the calls can carry. */
    double possible() {
      double most = Math.max(1, Math.min(CHUNK, service.burst() * capacity()));
      return capacity() == Double.POSITIVE_INFINITY
          ? Double.POSITIVE_INFINITY
          : parallelism * most / (1.25 * latency);
    }

    double seconds(double rate) {
      return Math.max(LENGTH, LEAST_UNITS / Math.max(1, rate));
    }

    private Simulation simulation(boolean adaptive, long seed) {
      Simulation simulation = new Simulation(service, seed);
      for (double start : starts) {
        SharedRate rate =
            adaptive
                ? SharedRate.adaptive(Double.POSITIVE_INFINITY)
                : SharedRate.fixed(Double.POSITIVE_INFINITY);
        simulation.start(rate, parallelism, latency, start);
      }
      return simulation;
    }

    Result run(boolean adaptive, long seed) {
      Simulation simulation = simulation(adaptive, seed);
      simulation.advanceTo(from());
      double seconds = seconds(Math.min(capacity(), possible()));
      simulation.advanceTo(from() + seconds);
      return Result.of(simulation.runs(), seconds);
    }

    /**
     * Returns the time of a load with an adaptive rate as a multiple of its time without a pace,
     * which is the given one. The load starts when nothing is known about the service.
     */
    double slowdown(double seconds, long seed) {
      Simulation open = simulation(false, seed);
      open.advanceTo(seconds);
      double units = open.runs().get(0).accepted();
      return simulation(true, seed).secondOf(units, 20 * seconds) / seconds;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: capacity %.0f burst %.1f, refused calls %.1f %% items %.1f %% blocked %.0f ms, "
              + "x %.1f, %.0f ms, %d calls, %d runs",
          name,
          service.capacity(),
          service.burst(),
          100 * service.refusedCalls(),
          100 * service.refusedItems(),
          1_000 * service.blocked(),
          service.factor(),
          1_000 * latency,
          parallelism,
          starts.length);
    }
  }

  /**
   * A measurement.
   *
   * @param accepted accepted units per second
   * @param refused refused share of the sent units
   * @param jain Jain's index of the runs
   */
  record Result(double accepted, double refused, double jain) {

    static Result of(List<Simulation.Run> runs, double seconds) {
      double sent = 0;
      double accepted = 0;
      double squares = 0;
      for (Simulation.Run run : runs) {
        sent += run.sent();
        accepted += run.accepted();
        squares += run.accepted() * run.accepted();
      }
      double jain = accepted * accepted / (runs.size() * squares);
      return new Result(accepted / seconds, 1 - accepted / sent, jain);
    }
  }
}
