package dev.reprise.lab;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Model;
import java.util.Optional;

/** A prepared experiment as JSON. */
final class Description {

  private Description() {}

  static String json(
      LabRequest request,
      Model model,
      Optional<PhaseMap> map,
      Optional<ClientSweep> sweep,
      Optional<PaperClaims> claims) {
    Scenario scenario = request.scenario();
    JsonWriter json = new JsonWriter().object();
    json.name("scenario").value(scenario.name()).name("kind").value(scenario.kind().name());
    json.name("summary").value(summary(scenario));
    json.name("runs").value(request.runs()).name("seed").value(Long.toString(request.seed()));
    json.name("contenders").array();
    scenario.contenders().forEach(contender -> Catalogue.contender(json, contender));
    json.endArray().name("metrics").array();
    model.metrics().forEach(metric -> metric(json, metric));
    json.endArray().name("values").object();
    scenario.settings().texts().forEach((name, text) -> json.name(name).value(text));
    json.endObject();
    double events = 0;
    for (Contender contender : scenario.contenders()) {
      events += model.estimatedEvents(contender);
    }
    json.name("events").value(events * request.runs());
    new Marks(scenario).write(json);
    map.ifPresent(drawn -> drawn.write(json));
    sweep.ifPresent(drawn -> drawn.write(json));
    json.name("claimRuns").value(claims.map(PaperClaims::runs).orElse(0));
    return json.endObject().text();
  }

  /**
   * The summary of a scenario contains its values, so with other values that of the kind is true.
   */
  private static String summary(Scenario scenario) {
    boolean isUnchanged =
        Scenarios.named(scenario.name()).settings().texts().equals(scenario.settings().texts());
    return isUnchanged ? scenario.summary() : scenario.kind().summary();
  }

  private static void metric(JsonWriter json, Metric metric) {
    json.object().name("name").value(metric.name()).name("unit").value(metric.unit());
    json.name("meaning").value(metric.meaning()).endObject();
  }
}
