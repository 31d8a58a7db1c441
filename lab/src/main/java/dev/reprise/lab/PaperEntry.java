package dev.reprise.lab;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.paper.Paper;
import dev.reprise.simulator.paper.PaperExperiment;
import java.util.List;
import java.util.Map;

/** A publication as JSON, with the state of the page for each of its experiments. */
final class PaperEntry {

  private PaperEntry() {}

  static void write(JsonWriter json, Paper paper) {
    json.object().name("name").value(paper.name()).name("title").value(paper.title());
    json.name("authors").value(paper.authors()).name("year").value(paper.year());
    json.name("link").value(paper.link()).name("summary").value(paper.summary());
    json.name("experiments").array();
    paper.experiments().forEach(experiment -> experiment(json, experiment));
    json.endArray().endObject();
  }

  private static void experiment(JsonWriter json, PaperExperiment experiment) {
    Scenario scenario = shown(experiment);
    json.object().name("setup").value(experiment.setup());
    json.name("scenario").value(scenario.name()).name("runs").value(experiment.seeds());
    json.name("values").object();
    Map<String, String> base = Scenarios.named(scenario.name()).settings().texts();
    for (Map.Entry<String, String> each : scenario.settings().texts().entrySet()) {
      if (!each.getValue().equals(base.get(each.getKey()))) {
        json.name(each.getKey()).value(each.getValue());
      }
    }
    json.endObject().name("contenders").array();
    scenario.contenders().forEach(contender -> Catalogue.contender(json, contender));
    json.endArray().name("claims").array();
    experiment.claims().forEach(claim -> json.value(claim.statement() + ": " + claim.published()));
    json.endArray().endObject();
  }

  /**
   * Returns the scenario of an experiment on the page. It begins at one point of a sweep: the
   * middle, near the limit; the first of two.
   */
  static Scenario shown(PaperExperiment experiment) {
    Scenario scenario = experiment.scenario();
    for (Sweep sweep : experiment.sweeps()) {
      scenario = scenario.with(sweep.parameter(), middleOf(sweep.values()));
    }
    return scenario;
  }

  private static String middleOf(List<String> values) {
    return values.get((values.size() - 1) / 2);
  }
}
