package dev.reprise.jdbc.internal.store;

import dev.reprise.text.PrintableText;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of a table as it stands in SQL: an identifier without quotes, so that none can end. */
public record TableName(@Nullable String schema, String table) {

  static final int LONGEST = 48;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  public static TableName of(String name) {
    Objects.requireNonNull(name, "table");
    String[] parts = name.split("\\.", -1);
    if (parts.length > 2) {
      throw wrong(name);
    }
    for (String part : parts) {
      if (part.length() > LONGEST || !IDENTIFIER.matcher(part).matches()) {
        throw wrong(name);
      }
    }
    return parts.length == 1 ? new TableName(null, parts[0]) : new TableName(parts[0], parts[1]);
  }

  private static IllegalArgumentException wrong(String name) {
    return new IllegalArgumentException(
        "table must be an SQL name of letters, digits and _ with at most "
            + LONGEST
            + " characters, or two of them as schema.table, but was "
            + PrintableText.oneLine(name));
  }

  /** The index over the ages. */
  String index() {
    return table + "_age";
  }

  @Override
  public String toString() {
    return schema == null ? table : schema + "." + table;
  }
}
