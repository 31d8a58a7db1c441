package dev.reprise.jdbc.internal.store;

import dev.reprise.text.PrintableText;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of a table in SQL: an identifier without quotes, which cannot contain other SQL. */
public record TableName(@Nullable String schema, String table) {

  static final int MAX_LENGTH = 48;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  public static TableName of(String name) {
    Objects.requireNonNull(name, "table");
    String[] parts = name.split("\\.", -1);
    if (parts.length > 2) {
      throw invalid(name);
    }
    for (String part : parts) {
      if (part.length() > MAX_LENGTH || !IDENTIFIER.matcher(part).matches()) {
        throw invalid(name);
      }
    }
    return parts.length == 1 ? new TableName(null, parts[0]) : new TableName(parts[0], parts[1]);
  }

  private static IllegalArgumentException invalid(String name) {
    return new IllegalArgumentException(
        "table must be an SQL name of letters, digits and _ with at most "
            + MAX_LENGTH
            + " characters, or two such names as schema.table, but was "
            + PrintableText.oneLine(name));
  }

  /** The name of the index for expired rows. */
  String index() {
    return table + "_age";
  }

  @Override
  public String toString() {
    return schema == null ? table : schema + "." + table;
  }
}
