package dev.reprise.lab;

import dev.reprise.backoff.Backoff;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Work and completion time of the contenders against the number of clients, as in the figures of
 * the AWS article "Exponential Backoff And Jitter". The runs at a point are those of an experiment
 * with that number of clients and the same seed.
 */
final class ClientSweep {

  private static final String CLIENTS = "clients";
  private static final String LOAD = "load";
  private static final List<String> METRICS = List.of("calls", "time_ms");
  private static final int POINTS = 19;
  private static final int STEP = 10;

  /** One run without backoff writes about a quarter of the square of the number of clients. */
  private static final int MOST_CLIENTS = 1000;

  private final LabRequest request;
  private final int clients;
  private final int[] points = new int[POINTS];
  private final List<Model> models = new ArrayList<>();
  private final int[] columns = new int[METRICS.size()];
  private final List<List<double[]>> done = new ArrayList<>();

  private ClientSweep(LabRequest request, int clients) {
    this.request = request;
    this.clients = clients;
    int step = STEP * Math.max(1, (clients + STEP * POINTS - 1) / (STEP * POINTS));
    for (int i = 0; i < POINTS; i++) {
      points[i] = step * (i + 1);
      models.add(request.scenario().with(CLIENTS, Integer.toString(points[i])).model());
    }
    List<String> names = names(models.get(0));
    for (int i = 0; i < columns.length; i++) {
      columns[i] = names.indexOf(METRICS.get(i));
    }
    for (int i = 0; i < POINTS * request.scenario().contenders().size(); i++) {
      done.add(new ArrayList<>());
    }
  }

  private static List<String> names(Model model) {
    return model.metrics().stream().map(Metric::name).toList();
  }

  /**
   * Returns the sweep; empty if the scenario has no number of clients, no work or time, clients
   * that repeat their calls, or more than 1,000 clients.
   */
  static Optional<ClientSweep> of(LabRequest request) {
    Scenario scenario = request.scenario();
    Map<String, String> values = scenario.settings().texts();
    Optional<Double> clients = new Marks(scenario).number(CLIENTS);
    boolean isCounted = names(scenario.model()).containsAll(METRICS);
    boolean isRepeated = "closed-loop".equals(values.get(LOAD));
    if (clients.isEmpty() || !isCounted || isRepeated || clients.get() > MOST_CLIENTS) {
      return Optional.empty();
    }
    return Optional.of(new ClientSweep(request, clients.get().intValue()));
  }

  /**
   * Adds the member {@code sweep}: the number of clients of the scenario, those of the points, and
   * whether the law of clients without backoff is drawn, which is where they are the only ones.
   */
  void write(JsonWriter json) {
    json.name("sweep").object().name(CLIENTS).value(clients).name("points").array();
    for (int point : points) {
      json.value(point);
    }
    List<Contender> contenders = request.scenario().contenders();
    boolean isLaw =
        contenders.size() == 1 && contenders.get(0).policy().backoff().equals(Backoff.none());
    json.endArray().name("law").value(isLaw).endObject();
  }

  /** Simulates the next run of a contender at a point: the writes, and the milliseconds. */
  double[] run(int contender, int point) {
    List<double[]> earlier = at(contender, point);
    if (earlier.size() >= request.runs()) {
      throw new IndexOutOfBoundsException("there are " + request.runs() + " runs at a point");
    }
    Contender tested = request.scenario().contenders().get(contender);
    Run run = models.get(point).run(tested, new Seed(request.seed(), earlier.size()), false);
    double[] figures = new double[columns.length];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = run.values()[columns[i]];
    }
    earlier.add(figures);
    return figures;
  }

  private List<double[]> at(int contender, int point) {
    if (point < 0 || point >= POINTS) {
      throw new IndexOutOfBoundsException("there is no point " + point);
    }
    return done.get(contender * POINTS + point);
  }

  /**
   * Returns, for the work and then for the time, three arrays with a value for each point: means,
   * lower and upper bounds; NaN where no run is finished.
   */
  double[] bands(int contender) {
    NumberList bands = new NumberList();
    for (int metric = 0; metric < columns.length; metric++) {
      double[] means = new double[POINTS];
      double[] low = new double[POINTS];
      double[] high = new double[POINTS];
      for (int point = 0; point < POINTS; point++) {
        Estimate estimate = estimate(at(contender, point), metric);
        means[point] = estimate.mean();
        low[point] = estimate.mean() - estimate.margin();
        high[point] = estimate.mean() + estimate.margin();
      }
      bands.addAll(means);
      bands.addAll(low);
      bands.addAll(high);
    }
    return bands.toArray();
  }

  private static Estimate estimate(List<double[]> runs, int metric) {
    return Estimate.of(runs.stream().mapToDouble(figures -> figures[metric]).toArray());
  }
}
