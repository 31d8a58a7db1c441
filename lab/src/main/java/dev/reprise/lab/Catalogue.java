package dev.reprise.lab;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.model.ScenarioKind;
import dev.reprise.simulator.paper.Papers;
import dev.reprise.simulator.preset.Preset;
import dev.reprise.simulator.preset.Presets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The scenarios, kinds, presets and publications as JSON. */
final class Catalogue {

  private static final String CHOICES = "one of ";

  private Catalogue() {}

  static String json() {
    JsonWriter json = new JsonWriter().object();
    Map<String, ScenarioKind> kinds = new LinkedHashMap<>();
    json.name("scenarios").array();
    for (Scenario scenario : Scenarios.all().values()) {
      kinds.put(scenario.kind().name(), scenario.kind());
      scenario(json, scenario);
    }
    json.endArray().name("kinds").array();
    kinds.values().forEach(kind -> kind(json, kind));
    json.endArray().name("presets").array();
    Presets.all().forEach(preset -> preset(json, preset));
    json.endArray().name("papers").array();
    Papers.all().forEach(paper -> PaperEntry.write(json, paper));
    return json.endArray().endObject().text();
  }

  private static void scenario(JsonWriter json, Scenario scenario) {
    json.object().name("name").value(scenario.name()).name("summary").value(scenario.summary());
    json.name("kind").value(scenario.kind().name()).name("values").object();
    scenario.settings().texts().forEach((name, text) -> json.name(name).value(text));
    json.endObject().name("contenders").array();
    scenario.contenders().forEach(contender -> contender(json, contender));
    json.endArray().endObject();
  }

  static void contender(JsonWriter json, Contender contender) {
    json.object().name("label").value(contender.label());
    json.name("policy").value(contender.policy().toString());
    json.name("budget").value(contender.budget().toString()).endObject();
  }

  private static void kind(JsonWriter json, ScenarioKind kind) {
    json.object().name("name").value(kind.name()).name("summary").value(kind.summary());
    json.name("parameters").array();
    kind.parameters().forEach(parameter -> parameter(json, parameter));
    json.endArray().endObject();
  }

  private static void parameter(JsonWriter json, Parameter<?> parameter) {
    json.object().name("name").value(parameter.name()).name("meaning").value(parameter.meaning());
    json.name("range").value(parameter.range()).name("default").value(parameter.defaultText());
    json.name("type").value(type(parameter)).name("choices").array();
    if (parameter.range().startsWith(CHOICES)) {
      for (String choice : parameter.range().substring(CHOICES.length()).split(", ", -1)) {
        json.value(choice);
      }
    }
    json.endArray().endObject();
  }

  private static String type(Parameter<?> parameter) {
    Object value = parameter.parse(parameter.defaultText());
    if (value instanceof Duration) {
      return "duration";
    }
    if (value instanceof Integer) {
      return "count";
    }
    if (value instanceof Double) {
      return "number";
    }
    if (value instanceof RetryPolicy) {
      return "text";
    }
    return value instanceof Boolean ? "flag" : "choice";
  }

  private static void preset(JsonWriter json, Preset preset) {
    json.object().name("name").value(preset.name()).name("settings").value(preset.settings());
    json.name("flaw").value(preset.flaw()).name("source").value(preset.source()).endObject();
  }
}
