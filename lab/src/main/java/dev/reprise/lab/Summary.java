package dev.reprise.lab;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Series;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import dev.reprise.simulator.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The runs of an experiment so far, as JSON. */
final class Summary {

  private static final double NANOS_A_SECOND = 1e9;

  private final LabRequest request;
  private final List<Metric> metrics;
  private final List<List<Run>> runs;
  private final boolean[] stopped;
  private final Optional<PaperClaims> claims;

  Summary(
      LabRequest request,
      List<Metric> metrics,
      List<List<Run>> runs,
      boolean[] stopped,
      Optional<PaperClaims> claims) {
    this.request = request;
    this.metrics = metrics;
    this.runs = runs;
    this.stopped = stopped;
    this.claims = claims;
  }

  String json() {
    List<Cell> cells = cells();
    JsonWriter json = new JsonWriter().object().name("contenders").array();
    cells.forEach(cell -> cell(json, cell));
    json.endArray().name("series").array();
    runs.stream()
        .flatMap(List::stream)
        .limit(1)
        .flatMap(run -> run.series().stream())
        .forEach(series -> series(json, series));
    json.endArray().name("claims").array();
    claims.ifPresent(each -> each.write(json, results(cells)));
    return json.endArray().endObject().text();
  }

  String verdict() {
    List<Cell> cells = cells();
    JsonWriter json = new JsonWriter().array();
    if (!cells.isEmpty()) {
      Verdict.sentences(results(cells)).forEach(json::value);
    }
    return json.endArray().text();
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (!runs.get(i).isEmpty()) {
        cells.add(cell(i));
      }
    }
    return cells;
  }

  private Cell cell(int contender) {
    List<Run> done = runs.get(contender);
    double[][] values = new double[metrics.size()][done.size()];
    long events = 0;
    for (int run = 0; run < done.size(); run++) {
      events += done.get(run).events();
      for (int metric = 0; metric < values.length; metric++) {
        values[metric][run] = done.get(run).values()[metric];
      }
    }
    return new Cell(
        Map.of(), request.scenario().contenders().get(contender), metrics, values, events);
  }

  private Results results(List<Cell> cells) {
    boolean complete = runs.stream().allMatch(done -> done.size() == request.runs());
    return new Results(
        request.scenario(), List.of(), request.runs(), request.seed(), cells, complete);
  }

  private void cell(JsonWriter json, Cell cell) {
    json.object().name("label").value(cell.contender().label());
    json.name("runs").value(cell.values()[0].length).name("events").value(cell.events());
    json.name("figures").array();
    for (Metric metric : metrics) {
      Estimate estimate = cell.estimate(metric.name());
      json.object().name("name").value(metric.name()).name("mean").value(estimate.mean());
      json.name("defined").value(estimate.count());
      json.name("text").value(NumberText.of(estimate, metric.undefined())).endObject();
    }
    json.endArray().name("verdict").array();
    new PlainVerdict(request.scenario(), cell).sentences().forEach(json::value);
    int index = request.scenario().contenders().indexOf(cell.contender());
    if (stopped[index]) {
      json.value(stop(runs.get(index)));
    }
    json.endArray().endObject();
  }

  /** Returns a sentence about runs that were stopped early. */
  private static String stop(List<Run> runs) {
    int seconds =
        runs.stream().mapToInt(run -> run.series().get(0).values().length).min().orElse(0);
    return "Stopped at "
        + seconds
        + " s: collapsed for good, since the served attempts have timed out already and as many"
        + " arrive as can be served. That it does not recover later is concluded, not simulated;"
        + " attempts after the stop are not counted.";
  }

  private static void series(JsonWriter json, Series series) {
    json.object().name("name").value(series.name()).name("unit").value(series.unit());
    json.name("seconds").value(series.widthNanos() / NANOS_A_SECOND).endObject();
  }
}
