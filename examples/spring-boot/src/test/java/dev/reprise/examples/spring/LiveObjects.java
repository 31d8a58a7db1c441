package dev.reprise.examples.spring;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;

/**
 * The number of live objects of each class, after a full collection. Entries of a map, whatever
 * their key is, are seen as objects of the class of their value.
 */
record LiveObjects(Map<String, Long> byClass) {

  /** Columns of the histogram: rank, objects, bytes, class. */
  private static final int COLUMNS = 4;

  /** Counts the objects of the classes whose name begins with a text. */
  static LiveObjects count(String prefix) throws Exception {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    Map<String, Long> byClass = new TreeMap<>();
    for (String line : histogram.split("\n")) {
      String[] columns = line.strip().split("\\s+", COLUMNS);
      if (columns.length == COLUMNS && columns[3].startsWith(prefix)) {
        byClass.merge(columns[3].split(" ")[0], Long.parseLong(columns[1]), Long::sum);
      }
    }
    return new LiveObjects(byClass);
  }

  /** The classes with more objects than before, by more than a number, each with the growth. */
  Map<String, Long> grown(LiveObjects before, long atMost) {
    Map<String, Long> grown = new TreeMap<>();
    byClass.forEach(
        (name, count) -> {
          long growth = count - before.byClass.getOrDefault(name, 0L);
          if (growth > atMost) {
            grown.put(name, growth);
          }
        });
    return grown;
  }
}
