package dev.reprise.jdbc.classify;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTableTest {

  private static final List<FailureRule> ROWS = FailureTable.standard().rows();

  @Test
  void no_code_of_a_database_has_two_rows() {
    Map<String, List<FailureRule>> byKey = ROWS.stream().collect(groupingBy(FailureRule::name));
    assertThat(byKey.values()).allSatisfy(rows -> assertThat(rows).hasSize(1));
  }

  @Test
  void every_rule_has_a_meaning_and_a_source() {
    assertThat(ROWS)
        .hasSizeGreaterThan(200)
        .allSatisfy(
            row -> {
              assertThat(row.meaning()).isNotBlank().doesNotContain("|");
              assertThat(row.source()).startsWith("https://").doesNotContain("{");
              assertThat(row.state() != null || row.code() != 0).isTrue();
              assertThat(row.category()).isNotEqualTo(SqlCategory.UNRECOGNISED);
            });
  }

  @Test
  void every_label_belongs_to_a_database() {
    List<String> known =
        Stream.concat(
                Stream.of(FailureTable.ANY),
                Arrays.stream(SqlDatabase.values()).flatMap(db -> FailureTable.labels(db).stream()))
            .toList();
    assertThat(ROWS).extracting(FailureRule::label).isSubsetOf(known);
    assertThat(known)
        .filteredOn(label -> ROWS.stream().noneMatch(r -> r.label().equals(label)))
        .as("databases that need no row of their own")
        .containsExactly("yugabytedb");
  }

  static List<FailureRule> rows() {
    return ROWS;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void every_row_is_found_by_its_own_exception(FailureRule row) {
    String state = row.state();
    if (state != null && state.length() == FailureRule.CLASS_LENGTH) {
      state += "ZZ9";
    }
    SQLException failure = new SQLException("made up " + row.text(), state, row.code());
    SqlFailure found = classifier(row).diagnose(failure).orElseThrow();
    assertThat(found.rule()).isEqualTo(row.name());
    assertThat(found.category()).isEqualTo(row.category());
  }

  private static SqlClassifier classifier(FailureRule row) {
    return Arrays.stream(SqlDatabase.values())
        .filter(database -> FailureTable.labels(database).contains(row.label()))
        .min((one, other) -> first(one, row) - first(other, row))
        .map(SqlClassifier::forDatabase)
        .orElseGet(SqlClassifier::standard);
  }

  private static int first(SqlDatabase database, FailureRule row) {
    return FailureTable.labels(database).indexOf(row.label());
  }

  @Test
  void the_reference_contains_this_table() throws IOException {
    Path page = Path.of("..", "..", "docs", "reference", "sql-failures.md");
    String text = Files.readString(page);
    String expected = with(with(text, "categories", categories()), "rows", tables());
    Path correct = Path.of("target", "sql-failures.md");
    Files.writeString(correct, expected);
    assertThat(text).as("%s should be as in %s", page, correct).isEqualTo(expected);
  }

  private static String with(String text, String marker, String content) {
    String begin = "<!-- " + marker + " -->\n";
    int from = text.indexOf(begin) + begin.length();
    return text.substring(0, from)
        + content
        + text.substring(text.indexOf("<!-- end of " + marker + " -->"));
  }

  private static String categories() {
    return Arrays.stream(SqlCategory.values())
        .map(
            category ->
                "| `%s` | %s | %s | %s | %s |\n"
                    .formatted(
                        category,
                        category.isRetryable() ? "yes" : "no",
                        category.kind().toString().toLowerCase(),
                        Arrays.stream(SqlPhase.values())
                            .map(phase -> category.effect(phase).toString().toLowerCase())
                            .collect(joining(" | ")),
                        category.needsNewConnection() ? "yes" : "no"))
        .collect(
            joining(
                "",
                "| category | retried | kind | "
                    + Arrays.stream(SqlPhase.values())
                        .map(phase -> "`" + phase + "`")
                        .collect(joining(" | "))
                    + " | new connection |\n|---|---|---|---|---|---|---|---|\n",
                ""));
  }

  private static String codeAndText(FailureRule row) {
    String code = row.code() == 0 ? "" : Integer.toString(row.code());
    return row.text() == null ? code : (code + " \"" + row.text() + '"').strip();
  }

  private static String tables() {
    Map<String, StringBuilder> byLabel = new LinkedHashMap<>();
    for (FailureRule row : ROWS) {
      byLabel
          .computeIfAbsent(
              row.label(),
              label ->
                  new StringBuilder(
                      "\n## "
                          + label
                          + "\n\n"
                          + "| SQLState | code | category | meaning | source |\n"
                          + "|---|---|---|---|---|\n"))
          .append(
              "| %s | %s | `%s` | %s | [%s](%s) |\n"
                  .formatted(
                      row.stateText().replace("*", "\\*"),
                      codeAndText(row),
                      row.category(),
                      row.meaning(),
                      row.source().split("/")[2],
                      row.source()));
    }
    return String.join("", byLabel.values()) + "\n";
  }
}
