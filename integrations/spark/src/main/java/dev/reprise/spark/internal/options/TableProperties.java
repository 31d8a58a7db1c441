package dev.reprise.spark.internal.options;

import dev.reprise.text.PrintableText;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options in the properties with which Spark creates or loads a table.
 *
 * <p>For a table of the catalog, Spark passes the OPTIONS of CREATE TABLE with a prefix, and
 * without it mixed with other properties of the table, which are not options. For a write without a
 * catalog and for a temporary view, the properties are the options.
 */
public final class TableProperties {

  private static final String PREFIX = "option.";
  private static final String PROVIDER = "provider";
  private static final String PATH = "path";

  private TableProperties() {}

  /** Returns whether the properties are those of a table of the catalog. */
  public static boolean areOfCatalog(Map<String, String> properties) {
    return properties.containsKey(PROVIDER);
  }

  /**
   * Returns whether the properties are those of a table that Spark creates now: a table of the
   * catalog has a path when it is loaded, also if its source uses none.
   */
  public static boolean areOfNewTable(Map<String, String> properties) {
    return areOfCatalog(properties) && !properties.containsKey(PATH);
  }

  /**
   * Returns the properties that Spark shows: all but the path, which Spark adds and nothing uses.
   */
  public static Map<String, String> shown(Map<String, String> properties) {
    Map<String, String> shown = new TreeMap<>(properties);
    shown.remove(PATH);
    return shown;
  }

  /**
   * Checks the options of a table that Spark creates.
   *
   * @throws IllegalArgumentException if an option is missing, unknown or out of range
   */
  public static void checkNewTable(Map<String, String> properties) {
    Map<String, String> options = optionsOf(properties);
    if (options.isEmpty()) {
      throw new IllegalArgumentException(
          "the option table is required in the OPTIONS of a new table; saveAsTable and CREATE TABLE"
              + " AS SELECT by a DataFrame do not keep their options: create the table with CREATE"
              + " TABLE or Catalog.createTable, then append to it");
    }
    WriteOptions.of(options);
  }

  /**
   * Returns the options of a write to a table.
   *
   * @param properties the properties of the table
   * @param write the options of the write, which replace those of the table
   * @throws IllegalArgumentException if the table has two values for an option
   */
  public static Map<String, String> merged(
      Map<String, String> properties, Map<String, String> write) {
    Map<String, String> merged = optionsOf(properties);
    merged.putAll(write);
    return merged;
  }

  private static Map<String, String> optionsOf(Map<String, String> properties) {
    Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (!areOfCatalog(properties)) {
      options.putAll(properties);
      return options;
    }
    properties.forEach(
        (name, value) -> {
          if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
            put(options, name.substring(PREFIX.length()), value);
          }
        });
    return options;
  }

  private static void put(Map<String, String> options, String name, String value) {
    String other = options.put(name, value);
    if (other != null && !other.equals(value)) {
      throw new IllegalArgumentException(
          "the table has two values for the option "
              + PrintableText.oneLine(name)
              + ": "
              + PrintableText.oneLine(other)
              + " and "
              + PrintableText.oneLine(value));
    }
  }
}
