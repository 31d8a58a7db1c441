package dev.reprise.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.spring.Dashboard.Query;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The file that users import into Grafana is complete and consistent. */
class DashboardTest {

  private static final int COLUMNS = 24;
  private static final Set<String> UNITS =
      Set.of("none", "percentunit", "reqps", "cps", "s", "short");
  private static final Set<String> BUILT_IN = Set.of("__rate_interval");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?");
  private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");

  private final Dashboard dashboard = Dashboard.load();

  @Test
  void the_import_requests_a_prometheus_and_all_panels_use_it() {
    JsonNode input = dashboard.json().get("__inputs").get(0);
    JsonNode datasource = dashboard.variables().get(0);

    assertThat(input.get("pluginId").asString()).isEqualTo("prometheus");
    assertThat(datasource.get("current").get("value").asString())
        .isEqualTo("${" + input.get("name").asString() + "}");
    assertThat(dashboard.json().get("id").isNull()).isTrue();
    assertThat(dashboard.panels())
        .allSatisfy(panel -> assertUsesVariable(panel.get("datasource")))
        .allSatisfy(
            panel ->
                assertThat(panel.get("targets").valueStream())
                    .allSatisfy(target -> assertUsesVariable(target.get("datasource"))));
  }

  private static void assertUsesVariable(JsonNode datasource) {
    assertThat(datasource.get("uid").asString()).isEqualTo("${datasource}");
  }

  @Test
  void the_panel_types_are_listed_as_requirements() {
    assertThat(dashboard.json().get("__requires").findValuesAsString("id"))
        .containsAll(dashboard.panels().stream().map(panel -> text(panel, "type")).toList());
  }

  @Test
  void panels_have_different_ids_and_titles() {
    assertThat(dashboard.rowsAndPanels().stream().map(panel -> panel.get("id").asInt()))
        .doesNotHaveDuplicates();
    assertThat(dashboard.rowsAndPanels().stream().map(panel -> text(panel, "title")))
        .doesNotHaveDuplicates();
  }

  @Test
  void panels_do_not_overlap_and_leave_no_gap_in_a_line() {
    Set<List<Integer>> cells = new HashSet<>();
    int covered = 0;
    int bottom = 0;
    for (JsonNode panel : dashboard.rowsAndPanels()) {
      JsonNode place = panel.get("gridPos");
      int right = place.get("x").asInt() + place.get("w").asInt();
      assertThat(right).as(text(panel, "title")).isLessThanOrEqualTo(COLUMNS);
      bottom = Math.max(bottom, place.get("y").asInt() + place.get("h").asInt());
      for (int x = place.get("x").asInt(); x < right; x++) {
        for (int line = 0; line < place.get("h").asInt(); line++) {
          assertThat(cells.add(List.of(x, place.get("y").asInt() + line)))
              .as("%s overlaps another panel", text(panel, "title"))
              .isTrue();
          covered++;
        }
      }
    }
    assertThat(covered).isEqualTo(COLUMNS * bottom);
  }

  @Test
  void each_panel_has_a_description_and_a_unit() {
    assertThat(dashboard.panels())
        .allSatisfy(panel -> assertThat(text(panel, "description")).endsWith("."))
        .allSatisfy(
            panel ->
                assertThat(panel.get("fieldConfig").get("defaults").get("unit").asString())
                    .isIn(UNITS));
  }

  @Test
  void each_series_has_a_legend_of_labels_that_its_expression_keeps() {
    for (Query query : dashboard.queries()) {
      assertThat(query.legend()).as(query.panel()).isNotBlank();
      for (Matcher label = LABEL.matcher(query.legend()); label.find(); ) {
        assertThat(query.expression())
            .as(query.panel())
            .containsPattern("by \\([^)]*\\b" + label.group(1) + "\\b[^)]*\\)");
      }
    }
  }

  @Test
  void each_variable_is_defined_and_used() {
    List<String> defined =
        dashboard.variables().stream().map(variable -> text(variable, "name")).toList();
    Set<String> used = new HashSet<>();
    for (Query query : dashboard.queries()) {
      for (Matcher variable = VARIABLE.matcher(query.expression()); variable.find(); ) {
        used.add(variable.group(1));
      }
    }
    used.removeAll(BUILT_IN);
    used.add("datasource");

    assertThat(used).containsExactlyInAnyOrderElementsOf(defined);
  }

  private static String text(JsonNode node, String field) {
    return node.get(field).asString();
  }
}
