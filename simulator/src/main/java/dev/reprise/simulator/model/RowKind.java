package dev.reprise.simulator.model;

import java.time.Duration;
import java.util.List;

/** Clients that change one row, by default all at once and each once. */
public final class RowKind implements ScenarioKind {

  static final Parameter<Integer> CLIENTS =
      Parameter.count("clients", 100, 1, 1_000_000, "number of clients that change the row");
  static final Parameter<Duration> LATENCY =
      Parameter.duration("latency", "10ms", "1us", "1h", "mean latency of a message, one way");
  static final Parameter<Duration> DEVIATION =
      Parameter.duration(
          "deviation",
          "2ms",
          "0s",
          "1h",
          "standard deviation of the latency, normally distributed");
  static final Parameter<Integer> PROCESSES =
      Parameter.count(
          "processes", 1, 1, 1_000_000, "number of processes that the clients belong to");
  static final Parameter<Control> CONTROL =
      Parameter.choice("control", Control.OPTIMISTIC, "concurrency control of the row");
  static final Parameter<Duration> SLOT =
      Parameter.duration(
          "slot",
          "25ms",
          "1us",
          "1h",
          "time for which the row is reserved for one client if control=reserved-slots");

  /** The choices of the parameter {@code control}. */
  enum Control {
    OPTIMISTIC,
    RESERVED_SLOTS,
    LOCK
  }

  /** Creates the kind. */
  public RowKind() {}

  @Override
  public String name() {
    return "row";
  }

  @Override
  public String summary() {
    return "Clients change one row with a version: each reads it, then writes if it is unchanged.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return ConcatenatedLists.of(
        List.of(CLIENTS, LATENCY, DEVIATION, PROCESSES, CONTROL, SLOT), CallPattern.PARAMETERS);
  }

  @Override
  public boolean allowsHedges() {
    return false;
  }

  @Override
  public Model build(Settings settings) {
    return new RowModel(settings);
  }
}
