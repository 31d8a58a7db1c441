package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.stats.Estimate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Results of another program with AWS's model: 4,000 seeds for each point. */
final class ContentionReference {

  private static final Map<String, String> LABELS =
      Map.of(
          "None", "none",
          "Exponential", "exponential",
          "EqualJitter", "equal",
          "FullJitter", "full",
          "Decorr", "decorrelated");

  private record Point(Estimate calls, Estimate time) {}

  private final Map<String, Point> points = new HashMap<>();
  private final List<String> clients = new ArrayList<>();

  ContentionReference() {
    for (String line : lines()) {
      String[] fields = line.split(",");
      if (!clients.contains(fields[0])) {
        clients.add(fields[0]);
      }
      points.put(
          fields[0] + LABELS.get(fields[1]),
          new Point(estimate(fields[3], fields[4]), estimate(fields[5], fields[6])));
    }
  }

  private static List<String> lines() {
    try (var in = ContentionReference.class.getResourceAsStream("/occ-reference.csv")) {
      List<String> all = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
      return all.subList(1, all.size());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Estimate estimate(String mean, String error) {
    return new Estimate(Double.parseDouble(mean), Double.parseDouble(error), 4000, 0);
  }

  /** Simulates every point with the given number of seeds, and compares the results. */
  void assertMatches(int seeds, long baseSeed) {
    Scenario scenario = Scenarios.named("aws-contention");
    List<Contender> published =
        scenario.contenders().stream()
            .filter(contender -> LABELS.containsValue(contender.label()))
            .toList();
    assertThat(published).hasSameSizeAs(LABELS.keySet());
    Results results =
        new Experiment(
                scenario.withContenders(published),
                List.of(new Sweep("clients", clients)),
                seeds,
                baseSeed)
            .run();
    List<Double> scores = new ArrayList<>();
    for (Cell cell : results.cells()) {
      String count = cell.point().get("clients");
      Point reference = points.get(count + cell.contender().label());
      Estimate calls = cell.estimate("calls");
      if (count.equals("1")) {
        assertThat(calls.mean()).isEqualTo(1);
        assertThat(calls.standardError()).isZero();
      } else {
        scores.add(score(cell, "calls", reference.calls()));
        scores.add(score(cell, "time_ms", reference.time()));
      }
    }
    double squares = scores.stream().mapToDouble(score -> score * score).sum();
    assertThat(Math.sqrt(squares / scores.size())).as("root mean square").isBetween(0.75, 1.25);
  }

  private static double score(Cell cell, String metric, Estimate reference) {
    Estimate ours = cell.estimate(metric);
    double score =
        (ours.mean() - reference.mean())
            / Math.hypot(ours.standardError(), reference.standardError());
    assertThat(Math.abs(score))
        .as(cell.point() + " " + cell.contender().label() + " " + metric + " " + ours)
        .isLessThan(4);
    return score;
  }
}
