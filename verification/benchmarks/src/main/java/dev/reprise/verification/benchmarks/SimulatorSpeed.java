package dev.reprise.verification.benchmarks;

import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.TrafficListener;
import dev.reprise.simulator.engine.EventQueue;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.target.Network;
import dev.reprise.simulator.target.Row;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Speed of the simulator in events per second of one core, and the size of a client. Each row also
 * runs a bare queue with the same number of events and of waiting events. On a different machine
 * the ratios are comparable, the times are not.
 */
public final class SimulatorSpeed {

  private static final String FULL_JITTER =
      "maxAttempts=unlimited within=unlimited backoff=exponential(10ms, x2, cap=2s, jitter=full)";
  private static final double MILLION = 1e6;
  private static final double NANOS_A_SECOND = 1e9;

  private SimulatorSpeed() {}

  private record Measured(long events, long nanos) {

    static Measured of(Experiment experiment) {
      long start = cpuNanos();
      List<Cell> cells = experiment.run().cells();
      long nanos = cpuNanos() - start;
      return new Measured(cells.stream().mapToLong(Cell::events).sum(), nanos);
    }

    double millionsASecond() {
      return events / MILLION / (nanos / NANOS_A_SECOND);
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * Measures, for about a minute, and prints a table.
   *
   * @param args none
   */
  public static void main(String[] args) {
    print("%-44s %9s %8s %9s %12s%n", "", "M events", "CPU s", "M/s", "bare / ours");
    Scenario all = Scenarios.named("aws-contention");
    Scenario row = all.withContenders(all.contenders().subList(0, 5));
    Measured.of(new Experiment(row, List.of(), 20, 1));
    bare(100, 2_000_000);
    row("100 clients, five backoffs, 200 seeds", new Experiment(row, List.of(), 200, 2), 100);
    List<String> counts = IntStream.rangeClosed(1, 19).mapToObj(n -> n * 10 + "").toList();
    row(
        "the figures: 10 to 190 clients, 100 seeds",
        new Experiment(row, List.of(new Sweep("clients", counts)), 100, 3),
        100);
    for (String outage : List.of("outage-hang", "two-second-hang", "brown-out")) {
      Scenario scenario = Scenarios.named(outage);
      row(
          outage + ", the standard budget",
          new Experiment(
              scenario.withContenders(scenario.contenders().subList(0, 1)), List.of(), 1, 4),
          800);
    }
    print("%n100,000 clients that contend for a row: %.0f bytes each%n", bytesAClient(100_000));
  }

  private static void row(String label, Experiment experiment, int waiting) {
    Measured ours = Measured.of(experiment);
    Measured bare = bare(waiting, ours.events());
    print(
        "%-44s %9.1f %8.2f %9.1f %12.2f%n",
        label,
        ours.events() / MILLION,
        ours.nanos() / NANOS_A_SECOND,
        ours.millionsASecond(),
        bare.nanos() / (double) ours.nanos());
  }

  /** A queue in which each event adds the next one, without any other work. */
  private static Measured bare(int waiting, long events) {
    EventQueue queue = new EventQueue();
    SimulationRandom random = SimulationRandom.of(5);
    for (int i = 0; i < waiting; i++) {
      queue.add(random.nextInt(20_000_000), i);
    }
    long start = cpuNanos();
    for (long i = 0; i < events; i++) {
      long payload = queue.take();
      queue.add(queue.nowNanos() + (random.nextLong() >>> 40), payload);
    }
    return new Measured(events, cpuNanos() - start);
  }

  /** Heap per client in a run in which all clients have a call in progress. */
  private static double bytesAClient(int count) {
    long before = usedHeap();
    World world = new World();
    Clients clients =
        new Clients(
            world,
            new ClientSettings(
                RetryPolicy.parse(FULL_JITTER), RetryBudget.unlimited(), 1, Long.MAX_VALUE),
            SimulationRandom.of(6),
            new NoTraffic());
    Network network = new Network(10e6, 2e6, SimulationRandom.of(7));
    Row row = new Row(world, clients, network, now -> {}, count);
    clients.withTarget(row);
    for (int i = 0; i < count; i++) {
      clients.begin(0, 0);
    }
    world.runUntil((long) NANOS_A_SECOND);
    try {
      return (usedHeap() - before) / (double) count;
    } finally {
      Reference.reachabilityFence(world);
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private record NoTraffic() implements TrafficListener {

    @Override
    public void callStarted(long atNanos) {}

    @Override
    public void attemptStarted(long atNanos) {}

    @Override
    public void callEnded(long nowNanos, int attempts, long durationNanos, StopReason reason) {}
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
