package dev.reprise.simulator.model;

import java.time.Duration;
import java.util.List;

/** Clients that change one row, all at once and each once by default. */
public final class RowKind implements Kind {

  static final Parameter<Integer> CLIENTS =
      Parameter.count("clients", 100, 1, 1_000_000, "how many change the row");
  static final Parameter<Duration> LATENCY =
      Parameter.duration("latency", "10ms", "1us", "1h", "how long a message takes one way");
  static final Parameter<Duration> DEVIATION =
      Parameter.duration(
          "deviation", "2ms", "0s", "1h", "standard deviation of the latency, a normal one");
  static final Parameter<Integer> PROCESSES =
      Parameter.count("processes", 1, 1, 1_000_000, "how many processes the clients are in");
  static final Parameter<Control> CONTROL =
      Parameter.choice("control", Control.OPTIMISTIC, "what keeps clients apart");
  static final Parameter<Duration> SLOT =
      Parameter.duration(
          "slot",
          "25ms",
          "1us",
          "1h",
          "how long a client has the row for itself, of reserved slots");

  /** The kind of concurrency control. */
  enum Control {
    OPTIMISTIC,
    RESERVED_SLOTS,
    LOCK
  }

  /** The kind. */
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
    return Joined.of(
        List.of(CLIENTS, LATENCY, DEVIATION, PROCESSES, CONTROL, SLOT), CallPattern.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    return new RowModel(settings);
  }
}
