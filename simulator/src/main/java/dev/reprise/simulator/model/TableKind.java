package dev.reprise.simulator.model;

import dev.reprise.simulator.target.Table;
import java.util.List;

/** Items that are written in batches to a table with a limited throughput. */
public final class TableKind implements ScenarioKind {

  static final Parameter<Integer> ITEMS =
      Parameter.count("items", 10_000, 1, 100_000_000, "number of items to write");
  static final Parameter<Integer> BATCH =
      Parameter.count("batch", 25, 1, 100_000, "items in a batch");
  static final Parameter<Integer> PARALLEL =
      Parameter.count("parallel", 8, 1, 100_000, "number of batches in flight");
  static final Parameter<Integer> PROCESSES =
      Parameter.count("processes", 1, 1, 100_000, "client processes, each with its own budget");
  static final Parameter<Double> CAPACITY =
      Parameter.number("capacity", 500, 0.001, 100_000_000, "items per second that can be written");
  static final Parameter<Integer> BURST =
      Parameter.count("burst", 500, 1, 100_000_000, "items that can be written at once");

  private static final List<Metric> METRICS =
      List.of(
          new Metric("done_s", "s", "time until the last batch ended"),
          new Metric("lost", "", "items of which no write was confirmed"),
          new Metric("calls", "", "attempts sent"),
          new Metric("wasted", "", "share of the attempts that wrote no item"),
          new Metric("partial", "", "share of the attempts that wrote some of their items"),
          new Metric("used", "", "share of the throughput that was used until the end"),
          RunSetup.percentile("p99_ms", "99th percentile of durations, failed batches last"));

  /** Creates the kind. */
  public TableKind() {}

  @Override
  public String name() {
    return "table";
  }

  @Override
  public String summary() {
    return "Clients write items in batches to a table with limited throughput.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(
        ITEMS, BATCH, PARALLEL, PROCESSES, CAPACITY, BURST, ServerKind.TIMEOUT, ServerKind.LATENCY);
  }

  @Override
  public boolean allowsHedges() {
    return false;
  }

  @Override
  public Model build(Settings settings) {
    return new TableModel(settings);
  }

  private record TableModel(Settings settings) implements Model {

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      int processes = Math.min(settings.get(PROCESSES), settings.get(PARALLEL));
      RunSetup setup = new RunSetup(settings, processes, contender, seed);
      BatchQueue queue =
          new BatchQueue(
              setup.world, setup.clients, settings.get(ITEMS), settings.get(BATCH), processes);
      Table table =
          new Table(
              setup.world,
              setup.clients,
              setup.network,
              settings.get(CAPACITY),
              settings.get(BURST),
              queue::nextSize,
              queue);
      setup.clients.withTarget(table);
      queue.begin(table, settings.get(PARALLEL));
      setup.world.runUntil(Long.MAX_VALUE - 1);
      return setup.run(values(setup.tally, queue), watch);
    }

    @Override
    public double estimatedEvents(Contender contender) {
      double batches = (double) settings.get(ITEMS) / settings.get(BATCH);
      return EventEstimate.ofCalls(batches, contender);
    }

    private double[] values(TrafficCounter tally, BatchQueue queue) {
      double seconds = tally.lastEndNanos() / (double) RunSetup.SECOND;
      double attempts = Math.max(1, tally.totalAttempts());
      double throughput = settings.get(BURST) + settings.get(CAPACITY) * seconds;
      return new double[] {
        seconds,
        queue.lost(),
        tally.totalAttempts(),
        queue.empty() / attempts,
        queue.partial() / attempts,
        queue.written() / throughput,
        tally.quantileMillis(0.99)
      };
    }
  }
}
