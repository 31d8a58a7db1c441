package dev.reprise.lab;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.Series;
import dev.reprise.simulator.verdict.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a scenario, and stops early the runs that have collapsed for good: by the rule of the
 * verdict the contender cannot recover, and no call has succeeded in the last 30 seconds. The stop
 * is after the measured period and the time limit of a call (a minute if it has none), so only the
 * recovery is concluded and not observed. A run that does not fit the rule is repeated to its end.
 */
final class CollapsedRuns {

  private static final String RECOVERY = "recovery_s";
  private static final String WATCH = "watch";
  private static final int SILENT = 30;
  private static final Duration LEAST = Duration.ofSeconds(SILENT);
  private static final Duration LONG_CALL = Duration.ofSeconds(60);

  private final Scenario scenario;
  private final Model whole;
  private final Duration watch;
  private final Duration window;
  private final Map<Contender, Boolean> stuck = new HashMap<>();

  CollapsedRuns(Scenario scenario) {
    this.scenario = scenario;
    whole = scenario.model();
    watch = time(WATCH);
    window = time("window");
  }

  /** Returns a parameter; 0 if the scenario does not have it. */
  private Duration time(String name) {
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      if (parameter.name().equals(name)
          && parameter.parse(scenario.settings().texts().getOrDefault(name, ""))
              instanceof Duration time) {
        return time;
      }
    }
    return Duration.ZERO;
  }

  /** A run, and whether it was stopped early. */
  record Result(Run run, boolean isStopped) {}

  Result run(Contender contender, Seed seed, boolean isObserved) {
    Duration enough = window.plus(contender.policy().within().orElse(LONG_CALL)).plus(LEAST);
    boolean isShorter = !window.isZero() && enough.compareTo(watch) < 0;
    if (isShorter && isStuckForGood(contender)) {
      Model shortened = scenario.with(WATCH, enough.toMillis() + "ms").model();
      Run run = shortened.run(contender, seed, isObserved);
      if (Double.isInfinite(recovery(whole.metrics(), run)) && isSilent(run)) {
        return new Result(run, true);
      }
    }
    return new Result(whole.run(contender, seed, isObserved), false);
  }

  /** Computed once: the rule simulates a contender whose every attempt times out. */
  private boolean isStuckForGood(Contender contender) {
    return stuck.computeIfAbsent(contender, each -> Verdict.isStuckForGood(scenario, each));
  }

  static double recovery(List<Metric> metrics, Run run) {
    for (int i = 0; i < metrics.size(); i++) {
      if (metrics.get(i).name().equals(RECOVERY)) {
        return run.values()[i];
      }
    }
    return Double.NaN;
  }

  private static boolean isSilent(Run run) {
    for (Series series : run.series()) {
      if (series.name().equals("goodput")) {
        double[] values = series.values();
        for (int i = Math.max(0, values.length - SILENT); i < values.length; i++) {
          if (values[i] > 0) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
