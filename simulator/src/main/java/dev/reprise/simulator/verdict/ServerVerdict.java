package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.ServerCapacity;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * States whether a server with a queue recovers. It is stuck if the attempts that it serves have
 * timed out already (the wait Q/mu is longer than the timeout T) and as many arrive as it can serve
 * (lambda A is at least mu). It is overloaded if more calls come than it can serve in time without
 * any retry. Otherwise it recovers when the wait is no longer than the timeout: after about (Q - mu
 * T)/(mu - lambda A). Q is the queue at the end of the fault, with the retries of the calls that
 * came in it.
 */
final class ServerVerdict {

  private static final String RECOVERY = "recovery_s";
  private static final double NEVER = 1e-9;

  /** The share of the calls that succeed after a recovery. */
  private static final double ENOUGH = 0.95;

  /** An estimate within this factor of the watched time may be on either side of it. */
  private static final double NEAR = 1.2;

  private static final double NANOS = 1e9;

  /** Values for which the law is derived. */
  private static final Map<String, String> LAW_HOLDS =
      Map.of(
          "order", "fifo",
          "drop-abandoned", "false",
          "step-length", "0s",
          "fault-ramp", "0s",
          "growth", "0",
          "slow-replicas", "0",
          "throttle", "0",
          "retry-refund", "true",
          "breaker", "0",
          "other-share", "0");

  private final Scenario scenario;
  private final ParameterValues values;
  private final double capacity;
  private final double rate;
  private final double timeout;

  ServerVerdict(Scenario scenario) {
    this.scenario = scenario;
    values = new ParameterValues(scenario);
    capacity = ServerCapacity.of(scenario.settings()).orElseThrow();
    rate = values.number("rate");
    timeout = values.number("timeout");
  }

  List<VerdictLine> of(List<Cell> cells) {
    List<VerdictLine> lines = new ArrayList<>();
    boolean holds = holds();
    for (Cell cell : cells) {
      lines.add(
          VerdictLine.of(
              cell.contender().label() + ": ", (holds ? law(cell) : "") + simulated(cell)));
    }
    return lines;
  }

  /** Returns whether the estimates hold for this server, its fault and its clients. */
  private boolean holds() {
    return LAW_HOLDS.entrySet().stream().allMatch(this::has)
        && values.number("failing") == 0
        && !values.has("fault", "none");
  }

  private boolean has(Map.Entry<String, String> value) {
    return values.has(value.getKey(), value.getValue());
  }

  boolean isStuckForGood(Contender contender) {
    return holds() && prediction(contender).isStuckForGood();
  }

  static VerdictLine legend() {
    return VerdictLine.of(
        "",
        "(A server that serves in order is stuck if Q/mu > T and lambda*A >= mu, else recovers after"
            + " about (Q - mu*T)/(mu - lambda*A): Q attempts are queued after the fault, retries"
            + " included, mu are served and lambda calls arrive per second, T is the client's"
            + " timeout, and a call makes A attempts when every attempt times out.)");
  }

  /** Returns the estimates of a contender. */
  Prediction prediction(Contender contender) {
    double length = values.has("fault", "none") ? 0 : values.number("fault-length");
    int processes = (int) values.number("processes");
    double timeout = timeoutOf(contender);
    Amplification attempts = Amplification.of(contender, rate, processes, timeout, length);
    double size = values.number("fault-size");
    double served =
        switch (scenario.settings().texts().getOrDefault("fault", "none")) {
          case "hang" -> 0;
          case "brown-out" -> capacity * size;
          case "slow" -> capacity / Math.max(size, 1e-9);
          default -> Double.POSITIVE_INFINITY;
        };
    double left = served >= rate ? 0 : attempts.during() - served * length;
    double queued = Math.min(values.number("queue"), Math.max(0, left));
    return new Prediction(
        queued, attempts.perCall(), rate, capacity, timeout, values.number("queue"));
  }

  /** Returns the timeout of an attempt: that of the clients, or of the policy if it is shorter. */
  private double timeoutOf(Contender contender) {
    double own =
        contender.policy().attemptTimeout().map(limit -> limit.toNanos() / NANOS).orElse(timeout);
    return Math.min(timeout, own);
  }

  /**
   * The queue after a fault and the attempts of a call, with the consequences of both.
   *
   * @param places the maximum number of queued attempts
   */
  record Prediction(
      double queued, double attempts, double rate, double capacity, double timeout, double places) {

    double load() {
      return rate * attempts;
    }

    boolean isStuck() {
      return queued > capacity * timeout && load() >= capacity;
    }

    /**
     * Returns whether the calls alone are too many: too few can be served, or the queue grows until
     * those that wait have timed out.
     */
    boolean isOverloaded() {
      boolean isLongQueue = places > capacity * timeout;
      return rate * ENOUGH > capacity || (rate >= capacity && isLongQueue);
    }

    /**
     * Returns whether chance cannot end a collapse either. Among random arrivals, a queue falls by
     * n with probability (mu/(lambda*A))^n at most (the gambler's ruin); it would have to fall
     * until the wait is the timeout.
     */
    boolean isStuckForGood() {
      return isStuck() && Math.pow(capacity / load(), queued - capacity * timeout) < NEVER;
    }

    /**
     * Returns the seconds from the end of the fault until the wait is no longer than the timeout.
     */
    double recoverySeconds() {
      double excess = Math.max(0, queued - capacity * timeout);
      return excess == 0 ? 0 : excess / (capacity - load());
    }
  }

  private String law(Cell cell) {
    Prediction expected = prediction(cell.contender());
    double wait = expected.queued() / capacity;
    String waited =
        "Q/mu = "
            + NumberText.of(expected.queued())
            + " / "
            + NumberText.of(capacity)
            + " = "
            + NumberText.of(wait)
            + (wait > expected.timeout() ? " s > " : " s <= ")
            + "T = "
            + NumberText.of(expected.timeout())
            + " s";
    String loaded =
        "lambda*A = "
            + NumberText.of(rate)
            + " * "
            + NumberText.of(expected.attempts())
            + " = "
            + NumberText.of(expected.load())
            + (expected.load() >= capacity ? " >= " : " < ")
            + "mu = "
            + NumberText.of(capacity);
    boolean stuck = expected.isStuck();
    if (expected.isOverloaded() && !stuck) {
      String calls = "overloaded: lambda = " + NumberText.of(rate) + " calls/s >= mu = ";
      return calls + NumberText.of(capacity) + ", without any retry. " + doubt(cell, expected);
    }
    String time = stuck ? ". " : "; after about " + seconds(expected.recoverySeconds()) + " s. ";
    return (stuck ? "stuck: " : "recovers: ")
        + waited
        + (stuck ? ", and " : ", ")
        + loaded
        + time
        + doubt(cell, expected);
  }

  /** Returns a time to tenths of a second; the simulation measures whole seconds. */
  private static String seconds(double seconds) {
    return NumberText.of(Math.rint(10 * seconds) / 10);
  }

  private String doubt(Cell cell, Prediction expected) {
    return agrees(cell.estimate(RECOVERY), expected) ? "" : "The simulation differs. ";
  }

  private boolean agrees(Estimate recovery, Prediction expected) {
    if (expected.isStuck() || expected.isOverloaded()) {
      return recovery.count() == 0;
    }
    double seconds = expected.recoverySeconds();
    double watch = values.number("watch");
    if (seconds > watch * NEAR) {
      return recovery.count() == 0;
    }
    return seconds > watch / NEAR || recovery.undefined() == 0;
  }

  private String simulated(Cell cell) {
    Estimate recovery = cell.estimate(RECOVERY);
    String undefined = cell.metric(RECOVERY).undefined();
    int runs = recovery.count() + recovery.undefined();
    if (isUndisturbed()) {
      return "Simulated without a fault: "
          + (recovery.count() == 0 ? "overloaded, " : "")
          + NumberText.of(100 * cell.estimate("answered").mean())
          + " % of the calls succeed.";
    }
    if (recovery.count() == 0) {
      return "Simulated: " + undefined + (runs > 1 ? " in " + runs + " runs." : ".");
    }
    String some =
        recovery.undefined() == 0 ? "" : " in " + recovery.count() + " of " + runs + " runs";
    Estimate finite = new Estimate(recovery.mean(), recovery.standardError(), recovery.count(), 0);
    return "Simulated: after "
        + NumberText.of(finite)
        + " s"
        + some
        + (some.isEmpty() ? "." : ", otherwise " + undefined + ".");
  }

  private boolean isUndisturbed() {
    return values.has("fault", "none") && values.has("step-length", "0s");
  }
}
