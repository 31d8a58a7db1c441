package dev.reprise.simulator.model;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.ClientExtras;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.load.Population;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.LockedRow;
import dev.reprise.simulator.target.Network;
import dev.reprise.simulator.target.Row;
import dev.reprise.simulator.target.WorkListener;
import java.util.Arrays;
import java.util.List;

/** The model of clients that change one row. */
final class RowModel implements Model {

  private static final double NANOS_A_MILLISECOND = 1e6;

  private static final List<Metric> METRICS =
      ConcatenatedLists.of(
          List.of(
              new Metric("calls", "", "writes sent"),
              new Metric("time_ms", "ms", "time until the last client succeeded"),
              RunSetup.P50,
              RunSetup.P99,
              new Metric("failed", "", "calls that failed"),
              new Metric("calls_each", "", "writes sent for each success"),
              new Metric("time_each_ms", "ms", "time for each success")),
          CallPattern.FAIRNESS);

  private final int count;
  private final long latencyNanos;
  private final long deviationNanos;
  private final RowKind.Control control;
  private final long slotNanos;
  private final Population.Pattern pattern;

  RowModel(Settings settings) {
    count = settings.get(RowKind.CLIENTS);
    latencyNanos = settings.get(RowKind.LATENCY).toNanos();
    deviationNanos = settings.get(RowKind.DEVIATION).toNanos();
    control = settings.get(RowKind.CONTROL);
    slotNanos = settings.get(RowKind.SLOT).toNanos();
    pattern = CallPattern.of(settings, count, settings.get(RowKind.PROCESSES));
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public Run run(Contender contender, Seed seed, boolean watch) {
    World world = new World();
    TrafficCounter tally = new TrafficCounter((long) NANOS_A_MILLISECOND);
    Writes writes = new Writes(watch);
    if (watch) {
      tally.tracing();
    }
    ClientSettings settings =
        contender.in(pattern.processes(), Long.MAX_VALUE, contender.budget(), ClientExtras.NONE);
    Clients clients = new Clients(world, settings, seed.stream(Stream.POLICY), tally);
    Network network = new Network(latencyNanos, deviationNanos, seed.stream(Stream.NETWORK));
    clients.withTarget(target(world, clients, network, writes));
    Population callers = new Population(world, clients, pattern, seed.stream(Stream.LOAD));
    callers.begin();
    world.runUntil(Long.MAX_VALUE - 1);
    return new Run(values(tally, writes, callers), world.events(), writes.series(), tally.trace());
  }

  /** Writes of a client without backoff grow with the number of clients; others write less. */
  @Override
  public double estimatedEvents(Contender contender) {
    double attempts = Math.min(contender.policy().maxAttempts(), 2 + count / 4.0);
    double loop = (double) pattern.durationNanos() / (4 * latencyNanos);
    return EventEstimate.ofAttempts(count * Math.max(1, loop / attempts), attempts);
  }

  private Target target(World world, Clients clients, Network network, WorkListener work) {
    return switch (control) {
      case OPTIMISTIC -> new Row(world, clients, network, work, count);
      case RESERVED_SLOTS -> new Row(world, clients, network, work, count, slotNanos);
      case LOCK -> new LockedRow(world, clients, network, work, count);
    };
  }

  private static double[] values(TrafficCounter tally, Writes writes, Population callers) {
    double succeeded = tally.ended(StopReason.SUCCEEDED);
    double time = tally.lastEndNanos() / NANOS_A_MILLISECOND;
    return new double[] {
      writes.sent,
      time,
      tally.quantileMillis(0.5),
      tally.quantileMillis(0.99),
      tally.endedCalls() - succeeded,
      writes.sent / succeeded,
      time / succeeded,
      callers.topTenthShare(),
      callers.fairness()
    };
  }

  /** Counts the writes in total and by millisecond. */
  private static final class Writes implements WorkListener {

    private static final int FIRST_SLICES = 1024;
    private static final int MAX_SLICES = 1 << 22;

    private final boolean watched;
    private double[] counts = new double[FIRST_SLICES];
    private int slices;
    private long sent;

    Writes(boolean watched) {
      this.watched = watched;
    }

    @Override
    public void sent(long nowNanos) {
      sent++;
      if (watched) {
        count((int) Math.min(MAX_SLICES - 1, nowNanos / (long) NANOS_A_MILLISECOND));
      }
    }

    private void count(int slice) {
      if (slice >= counts.length) {
        counts = Arrays.copyOf(counts, Math.max(slice + 1, 2 * counts.length));
      }
      counts[slice]++;
      slices = Math.max(slices, slice + 1);
    }

    List<Series> series() {
      if (!watched) {
        return List.of();
      }
      double[] values = Arrays.copyOf(counts, Math.max(1, slices));
      return List.of(new Series("calls", "calls", (long) NANOS_A_MILLISECOND, values));
    }
  }
}
