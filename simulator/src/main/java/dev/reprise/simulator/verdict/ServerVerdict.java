package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.List;

/**
 * States whether a server with a queue recovers. It is stuck if the attempts that it serves have
 * timed out already (the wait Q/mu is longer than the timeout T) and as many arrive as it can serve
 * (lambda A is at least mu); otherwise the queue is empty after about Q/(mu - lambda A).
 */
final class ServerVerdict {

  private static final String RECOVERY = "recovery_s";

  private final Scenario scenario;
  private final ParameterValues values;
  private final double capacity;
  private final double rate;
  private final double timeout;

  ServerVerdict(Scenario scenario) {
    this.scenario = scenario;
    values = new ParameterValues(scenario);
    capacity = values.number("workers") / values.number("service");
    rate = values.number("rate");
    timeout = values.number("timeout");
  }

  List<VerdictLine> of(List<Cell> cells) {
    List<VerdictLine> lines = new ArrayList<>();
    boolean holds =
        values.has("order", "fifo")
            && values.has("drop-abandoned", "false")
            && values.has("step-length", "0s")
            && !values.has("fault", "none");
    for (Cell cell : cells) {
      lines.add(
          VerdictLine.of(
              cell.contender().label() + ": ",
              (holds ? law(cell) : "") + simulated(cell.estimate(RECOVERY))));
    }
    return lines;
  }

  static VerdictLine legend() {
    return VerdictLine.of(
        "",
        "(A server that serves in order is stuck if Q/mu > T and lambda*A >= mu, else recovers after"
            + " about Q/(mu - lambda*A): Q attempts are queued after the fault, mu are served and"
            + " lambda calls arrive per second, T is the client's timeout, and a call makes A attempts when"
            + " every attempt times out.)");
  }

  private double queued() {
    double length = values.has("fault", "none") ? 0 : values.number("fault-length");
    double size = values.number("fault-size");
    double served =
        switch (scenario.settings().texts().getOrDefault("fault", "none")) {
          case "hang" -> 0;
          case "brown-out" -> capacity * size;
          case "slow" -> capacity / Math.max(size, 1e-9);
          default -> rate;
        };
    return Math.min(values.number("queue"), Math.max(0, rate - served) * length);
  }

  private String law(Cell cell) {
    double queued = queued();
    double attempts = attempts(cell.contender());
    double wait = queued / capacity;
    double load = rate * attempts;
    String waited =
        "Q/mu = "
            + NumberText.of(queued)
            + " / "
            + NumberText.of(capacity)
            + " = "
            + NumberText.of(wait)
            + (wait > timeout ? " s > " : " s <= ")
            + "T = "
            + NumberText.of(timeout)
            + " s";
    String loaded =
        "lambda*A = "
            + NumberText.of(rate)
            + " * "
            + NumberText.of(attempts)
            + " = "
            + NumberText.of(load)
            + (load >= capacity ? " >= " : " < ")
            + "mu = "
            + NumberText.of(capacity);
    boolean stuck = wait > timeout && load >= capacity;
    String verdict = stuck ? "stuck: " : "recovers: ";
    return verdict
        + waited
        + (stuck ? ", and " : ", ")
        + loaded
        + expected(queued, load)
        + doubt(cell, stuck);
  }

  private String expected(double queued, double load) {
    return load < capacity
        ? "; after about " + NumberText.of(queued / (capacity - load)) + " s. "
        : ". ";
  }

  private double attempts(Contender contender) {
    return Amplification.of(contender, rate, (int) values.number("processes"), timeout);
  }

  private static String doubt(Cell cell, boolean stuck) {
    Estimate recovery = cell.estimate(RECOVERY);
    boolean agrees = stuck ? recovery.count() == 0 : recovery.undefined() == 0;
    return agrees ? "" : "The simulation differs. ";
  }

  private static String simulated(Estimate recovery) {
    int runs = recovery.count() + recovery.undefined();
    if (recovery.count() == 0) {
      return "Simulated: never" + (runs > 1 ? " in " + runs + " runs." : ".");
    }
    String some =
        recovery.undefined() == 0 ? "" : " in " + recovery.count() + " of " + runs + " runs";
    Estimate finite = new Estimate(recovery.mean(), recovery.standardError(), recovery.count(), 0);
    return "Simulated: after "
        + NumberText.of(finite)
        + " s"
        + some
        + (some.isEmpty() ? "." : ", otherwise never.");
  }
}
