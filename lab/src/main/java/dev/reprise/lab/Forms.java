package dev.reprise.lab;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.form.ExperimentForm;
import dev.reprise.simulator.form.JavaForm;
import dev.reprise.simulator.form.PropertiesForm;
import dev.reprise.simulator.model.Contender;

/** The forms of an experiment and its policies that can be copied, as JSON. */
final class Forms {

  private Forms() {}

  static String json(LabRequest request) {
    ExperimentForm form = new ExperimentForm(request.scenario(), request.runs(), request.seed());
    JsonWriter json = new JsonWriter().object();
    json.name("yaml").value(form.yaml()).name("command").value(form.command());
    json.name("contenders").array();
    request.scenario().contenders().forEach(contender -> contender(json, contender));
    return json.endArray().endObject().text();
  }

  private static void contender(JsonWriter json, Contender contender) {
    json.object().name("java").value(java(contender));
    json.name("text").value(ContenderText.format(contender) + "\n");
    json.name("properties").value(PropertiesForm.of(contender)).endObject();
  }

  /** Returns statements after the imports that they need. */
  private static String java(Contender contender) {
    String code = JavaForm.of(contender);
    StringBuilder imports = new StringBuilder();
    for (String type : JavaForm.imports()) {
      if (code.contains(type.substring(type.lastIndexOf('.') + 1))) {
        imports.append("import ").append(type).append(";\n");
      }
    }
    return imports.append('\n').append(code).toString();
  }
}
