package dev.reprise.simulator.advice;

import dev.reprise.simulator.advice.Situation.Role;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Settings;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The situations in which policies for a service are compared: as described, with other loads,
 * numbers of pods and lengths of the fault, and in ordinary times. A large service is simulated at
 * a part of its size, with the same load on each pod and the same utilisation. The server is the
 * same in all of them: its capacity, and the share of the attempts that fail at random.
 */
final class Situations {

  /** The fault starts when the budgets and the queue are as in ordinary times. */
  static final int FAULT_START = 20;

  private static final double ENOUGH_LOAD = 200;
  private static final double FEWEST_WORKERS = 4;
  private static final double FEWEST_PODS = 2;
  private static final double MORE_LOAD = 1.15;
  private static final double LESS_LOAD = 0.8;
  private static final double QUARTER = 0.25;
  private static final int MANY_PODS = 10;
  private static final double HIGHEST_UTILISATION = 0.97;
  private static final double SHORTEST_WATCH = 60;
  private static final double LONGEST_WATCH = 300;
  private static final double WINDOW = 120;
  private static final double ORDINARY = 120;
  private static final double DRAINS = 2;

  private final Service service;
  private final ServiceSize size;

  Situations(Service service) {
    this.service = service;
    size =
        ServiceSize.of(
            service,
            Math.min(
                service.load() / ENOUGH_LOAD,
                Math.min(
                    ServiceSize.busyWorkers(service) / FEWEST_WORKERS,
                    service.pods() / FEWEST_PODS)));
  }

  /** Returns how many times the simulated service is smaller; at least 1. */
  double scale() {
    return size.scale();
  }

  Situation asked() {
    return new Situation(Role.ASKED, "as described", server(service, size.pods()));
  }

  Situation ordinary() {
    Scenario calm =
        server(service, size.pods())
            .with("fault", "none")
            .with("window", Math.round(ORDINARY) + "s")
            .with("watch", Math.round(ORDINARY) + "s");
    return new Situation(Role.ORDINARY, "ordinary times", calm);
  }

  /** Returns ordinary times in which no attempt fails at random. */
  Situation calm() {
    Scenario calm = ordinary().scenario().with("failing", "0");
    return new Situation(Role.ORDINARY, "nothing fails", calm);
  }

  /** Returns the hardest variation: more load and a longer fault. */
  Situation hardest() {
    double more = moreLoad();
    Fault longer = service.fault().lasting(2);
    Service harder = service.withLoad(service.load() * more).withFault(longer);
    String load = more > 1 ? times(more) + " the load and " : "";
    return varied(load + words(longer, 2, "twice the fault"), harder);
  }

  List<Situation> all() {
    List<Situation> all = new ArrayList<>(List.of(asked(), ordinary(), hardest()));
    double less = Math.max(1, LESS_LOAD * service.load());
    if (less < service.load()) {
      all.add(varied(times(less / service.load()) + " the load", service.withLoad(less)));
    }
    Fault shorter = service.fault().lasting(QUARTER);
    if (!shorter.equals(service.fault())) {
      String words = words(shorter, QUARTER, "a quarter of the fault");
      all.add(varied(words, service.withFault(shorter)));
    }
    if (size.pods() > 1) {
      all.add(new Situation(Role.VARIED, halfThePods(), server(service, size.pods() / 2)));
    }
    if (2 * size.pods() <= Service.MOST_PODS) {
      all.add(new Situation(Role.VARIED, "twice the pods", server(service, 2 * size.pods())));
    }
    return List.copyOf(all);
  }

  /** Names a fault by its length if the factor leads out of the range of lengths. */
  private String words(Fault changed, double factor, String usual) {
    double exact = factor * service.fault().length().toNanos();
    return Math.abs(changed.length().toNanos() - exact) < 1
        ? usual
        : "a fault of " + TimeText.format(changed.length());
  }

  private String halfThePods() {
    int half = size.pods() / 2;
    return 2 * half == size.pods() || size.pods() >= MANY_PODS
        ? "half the pods"
        : half + " in place of " + size.pods() + " pods";
  }

  private Situation varied(String words, Service changed) {
    return new Situation(Role.VARIED, words, server(changed, size.pods()));
  }

  /** Returns a factor that leaves some capacity unused, unless there is none anyway. */
  private double moreLoad() {
    return Math.max(1, Math.min(MORE_LOAD, HIGHEST_UTILISATION / service.utilisation()));
  }

  private static String times(double factor) {
    return Math.rint(100 * factor) / 100 + " times";
  }

  private Scenario server(Service of, int pods) {
    Scenario base = Scenarios.named(scenarioOf(of.fault().kind()));
    double watch = watchSeconds(of);
    Settings settings =
        base.settings()
            .with("rate", number(of.load() / size.scale()))
            .with("processes", Integer.toString(pods))
            .with("workers", Integer.toString(size.workers()))
            .with("service", TimeText.format(size.service()))
            .with("latency", "0s")
            .with("queue", Long.toString(Math.round(of.queued() / size.scale())))
            .with("timeout", TimeText.format(of.longestTimeout()))
            .with("failing", number(of.failing()))
            .with("fault-start", FAULT_START + "s")
            .with("fault-length", TimeText.format(of.fault().length()))
            .with("watch", Math.round(watch) + "s")
            .with("window", Math.round(Math.min(WINDOW, watch)) + "s");
    if (size.p99().isPresent()) {
      settings =
          settings
              .with("distribution", "percentiles")
              .with("service-p99", TimeText.format(size.p99().get()));
    }
    return new Scenario(base.name(), base.summary(), base.kind(), settings, base.contenders());
  }

  private static String scenarioOf(Fault.Kind kind) {
    return switch (kind) {
      case HANG -> "outage-hang";
      case ERRORS -> "fast-failure";
      case BROWN_OUT -> "brown-out";
      case SLOW -> "latency-step";
    };
  }

  /** Returns a time in which the server recovers twice over if nobody retries and it can. */
  private static double watchSeconds(Service of) {
    if (of.utilisation() >= 1) {
      return SHORTEST_WATCH;
    }
    double length = of.fault().length().toNanos() / 1e9;
    double queued = Math.min(of.queued(), of.load() * length);
    double drain = queued / (of.capacity() - of.load());
    return Math.min(LONGEST_WATCH, SHORTEST_WATCH + DRAINS * drain);
  }

  private static String number(double value) {
    double rounded = Math.rint(value * 1e6) / 1e6;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  static Duration ofSeconds(double seconds) {
    return Duration.ofNanos(Math.max(1000, Math.round(seconds * 1e9)));
  }
}
