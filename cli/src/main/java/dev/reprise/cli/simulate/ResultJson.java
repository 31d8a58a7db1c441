package dev.reprise.cli.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Results as one JSON object, described in {@code docs/reference/simulation-json.md}. */
final class ResultJson {

  private static final int VERSION = 1;

  private final JsonGenerator json;
  private final Results results;

  private ResultJson(JsonGenerator json, Results results) {
    this.json = json;
    this.results = results;
  }

  static void write(Results results, OutputStream to) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(to).useDefaultPrettyPrinter()) {
      new ResultJson(json, results).write();
    }
  }

  private void write() throws IOException {
    Scenario scenario = results.scenario();
    json.writeStartObject();
    json.writeNumberField("version", VERSION);
    json.writeStringField("scenario", scenario.name());
    json.writeStringField("kind", scenario.kind().name());
    json.writeStringField("summary", scenario.summary());
    json.writeObjectFieldStart("parameters");
    texts(scenario.settings().texts());
    json.writeEndObject();
    json.writeObjectFieldStart("sweep");
    for (Sweep sweep : results.sweeps()) {
      json.writeArrayFieldStart(sweep.parameter());
      for (String value : sweep.values()) {
        json.writeString(value);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
    json.writeNumberField("seeds", results.seeds());
    json.writeNumberField("seed", results.baseSeed());
    json.writeBooleanField("complete", results.complete());
    contenders();
    metrics();
    cells();
    verdict();
    json.writeEndObject();
  }

  private void contenders() throws IOException {
    json.writeArrayFieldStart("contenders");
    for (Contender contender : results.scenario().contenders()) {
      json.writeStartObject();
      json.writeStringField("label", contender.label());
      json.writeStringField("policy", contender.policy().toString());
      json.writeStringField("budget", contender.budget().toString());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void metrics() throws IOException {
    json.writeArrayFieldStart("metrics");
    for (Metric metric : results.scenario().model().metrics()) {
      json.writeStartObject();
      json.writeStringField("name", metric.name());
      json.writeStringField("unit", metric.unit());
      json.writeStringField("meaning", metric.meaning());
      json.writeStringField("undefined", metric.undefined());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void cells() throws IOException {
    json.writeArrayFieldStart("cells");
    for (Cell cell : results.cells()) {
      json.writeStartObject();
      json.writeObjectFieldStart("point");
      texts(cell.point());
      json.writeEndObject();
      json.writeStringField("contender", cell.contender().label());
      json.writeNumberField("runs", cell.values()[0].length);
      json.writeNumberField("events", cell.events());
      json.writeObjectFieldStart("metrics");
      for (Metric metric : cell.metrics()) {
        metric(cell, metric);
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void metric(Cell cell, Metric metric) throws IOException {
    Estimate estimate = cell.estimate(metric.name());
    json.writeObjectFieldStart(metric.name());
    number("mean", estimate.mean());
    number("standardError", estimate.standardError());
    json.writeNumberField("undefinedRuns", estimate.undefined());
    json.writeArrayFieldStart("values");
    for (double value : cell.valuesOf(metric.name())) {
      if (Double.isFinite(value)) {
        json.writeNumber(value);
      } else {
        json.writeNull();
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void verdict() throws IOException {
    json.writeArrayFieldStart("verdict");
    for (String line : Verdict.sentences(results)) {
      json.writeString(line);
    }
    json.writeEndArray();
  }

  private void number(String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  private void texts(Map<String, String> texts) throws IOException {
    for (Map.Entry<String, String> each : texts.entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
  }
}
