package dev.reprise.jdbc.classify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the codes of the databases, read from {@code sql-failures.tsv}. Each line has the
 * columns database, SQLState, code, category, meaning and source, with {@code -} for an empty one.
 * A last column is optional: a text that the message must contain. A line that begins with
 * {@code @} defines the address of a source, in which <code>{code}</code> is replaced by the code
 * in five digits and <code>{plain}</code> for the plain code.
 */
final class FailureTable {

  static final String ANY = "any";

  private static final String RESOURCE = "sql-failures.tsv";
  private static final int COLUMNS = 6;
  private static final Map<SqlDatabase, List<String>> LABELS =
      Map.of(
          SqlDatabase.POSTGRESQL, List.of("postgresql", "cockroachdb", "yugabytedb"),
          SqlDatabase.MYSQL, List.of("mysql", "mariadb"),
          SqlDatabase.MARIADB, List.of("mariadb", "mysql"),
          SqlDatabase.ORACLE, List.of("oracle"),
          SqlDatabase.SQL_SERVER, List.of("sqlserver"),
          SqlDatabase.DB2, List.of("db2"),
          SqlDatabase.H2, List.of("h2"),
          SqlDatabase.SQLITE, List.of("sqlite"));
  private static final FailureTable STANDARD = read();

  private final List<FailureRule> rows;
  private final List<FailureRule> common;
  private final Map<SqlDatabase, List<FailureRule>> byDatabase = new EnumMap<>(SqlDatabase.class);

  private FailureTable(List<FailureRule> rows) {
    this.rows = List.copyOf(rows);
    this.common = labelled(ANY);
    for (Map.Entry<SqlDatabase, List<String>> labels : LABELS.entrySet()) {
      List<FailureRule> known = new ArrayList<>();
      labels.getValue().forEach(label -> known.addAll(labelled(label)));
      known.addAll(common);
      known.sort(Comparator.comparingInt(FailureRule::precision).reversed());
      byDatabase.put(labels.getKey(), List.copyOf(known));
    }
  }

  static FailureTable standard() {
    return STANDARD;
  }

  static List<String> labels(SqlDatabase database) {
    return LABELS.getOrDefault(database, List.of());
  }

  List<FailureRule> rows() {
    return rows;
  }

  private List<FailureRule> labelled(String label) {
    return rows.stream()
        .filter(row -> row.label().equals(label))
        .sorted(Comparator.comparingInt(FailureRule::precision).reversed())
        .toList();
  }

  /** Returns the most precise rule of a database, or of the standard if it is unknown. */
  @Nullable FailureRule find(@Nullable SqlDatabase database, SQLException failure) {
    List<FailureRule> known = database == null ? common : byDatabase.getOrDefault(database, common);
    for (FailureRule rule : known) {
      if (rule.matches(failure)) {
        return rule;
      }
    }
    return null;
  }

  private static FailureTable read() {
    List<FailureRule> rows = new ArrayList<>();
    Map<String, String> sources = new HashMap<>();
    try (BufferedReader lines = open()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("@")) {
          String[] source = line.split("\t", -1);
          sources.put(source[0].substring(1), source[1]);
        } else if (!line.isBlank() && !line.startsWith("#")) {
          rows.add(rule(line.split("\t", -1), sources));
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return new FailureTable(rows);
  }

  private static BufferedReader open() {
    InputStream resource = FailureTable.class.getResourceAsStream(RESOURCE);
    if (resource == null) {
      throw new IllegalStateException(RESOURCE + " is missing from the library");
    }
    return new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8));
  }

  private static FailureRule rule(String[] columns, Map<String, String> sources) {
    if (columns.length < COLUMNS
        || columns.length > COLUMNS + 1
        || !sources.containsKey(columns[5])) {
      throw new IllegalStateException(RESOURCE + ": " + String.join(" ", columns));
    }
    String state = columns[1].equals("-") ? null : columns[1].replace("*", "");
    int code = columns[2].equals("-") ? 0 : Integer.parseInt(columns[2]);
    SqlCategory category = SqlCategory.valueOf(columns[3]);
    String source =
        sources
            .get(columns[5])
            .replace("{code}", String.format(Locale.ROOT, "%05d", code))
            .replace("{plain}", Integer.toString(code));
    String text = columns.length == COLUMNS ? null : columns[COLUMNS];
    return new FailureRule(columns[0], state, code, text, category, columns[4], source);
  }
}
