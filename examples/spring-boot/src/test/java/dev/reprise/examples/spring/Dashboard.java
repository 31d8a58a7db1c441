package dev.reprise.examples.spring;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Grafana dashboard of the repository. */
record Dashboard(JsonNode json) {

  private static final Pattern METRIC = Pattern.compile("\\breprise_\\w+");

  /** A query of a panel. */
  record Query(String panel, String expression, String legend) {

    /** The expression with values for Grafana's variables: every series, and a minute. */
    String forPrometheus() {
      return expression
          .replaceAll("\\$(application|instance|retry|batch|operation)\\b", ".*")
          .replace("$__rate_interval", "1m");
    }

    /** The names of the metrics that the expression reads. */
    List<String> metrics() {
      return METRIC.matcher(expression).results().map(match -> match.group()).distinct().toList();
    }
  }

  static Dashboard load() {
    return new Dashboard(
        new JsonMapper()
            .readTree(
                Path.of(System.getProperty("basedir", ""))
                    .toAbsolutePath()
                    .resolve("../../docs/grafana/reprise-dashboard.json")
                    .toFile()));
  }

  /** The rows and panels, in their order. */
  List<JsonNode> rowsAndPanels() {
    return json.get("panels").valueStream().toList();
  }

  /** The panels without the rows. */
  List<JsonNode> panels() {
    return rowsAndPanels().stream()
        .filter(panel -> !panel.get("type").asString().equals("row"))
        .toList();
  }

  List<Query> queries() {
    return panels().stream().flatMap(Dashboard::queries).toList();
  }

  private static Stream<Query> queries(JsonNode panel) {
    return panel
        .get("targets")
        .valueStream()
        .map(
            target ->
                new Query(
                    panel.get("title").asString(),
                    target.get("expr").asString(),
                    target.get("legendFormat").asString()));
  }

  /** The variables that a user chooses from. */
  List<JsonNode> variables() {
    return json.get("templating").get("list").valueStream().toList();
  }
}
