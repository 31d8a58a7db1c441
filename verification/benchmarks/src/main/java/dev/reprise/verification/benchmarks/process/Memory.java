package dev.reprise.verification.benchmarks.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** Memory of this process. */
public final class Memory {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
  private static final Pattern CLASS =
      Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+)");
  private static final int KIB = 1024;

  private Memory() {}

  /**
   * The heap in use after garbage collection.
   *
   * @return bytes
   */
  public static long usedHeap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /**
   * The resident memory of the process.
   *
   * @return bytes; NaN if the system does not provide it
   */
  public static double resident() {
    try {
      return Files.isReadable(STATUS) ? resident(Files.readString(STATUS)) : Double.NaN;
    } catch (IOException unreadable) {
      return Double.NaN;
    }
  }

  static double resident(String status) {
    Matcher matcher = RESIDENT.matcher(status);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) * KIB : Double.NaN;
  }

  /** Number of the objects of a class, and their own bytes. */
  record Row(String type, long count, long bytes) {}

  /**
   * The heap by class.
   *
   * @return the text that {@link #grown} compares
   */
  public static String histogram() {
    try {
      Object text =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      return String.valueOf(text);
    } catch (JMException unknown) {
      throw new IllegalStateException("This virtual machine has no histogram of its heap", unknown);
    }
  }

  /**
   * The classes with more objects than before, the largest growth first.
   *
   * @param before a histogram
   * @param after a later one
   * @param calls number that the growth is divided by
   * @return a line for each class that has grown by at least half a byte a call
   */
  public static List<String> grown(String before, String after, int calls) {
    Map<String, Row> earlier = new HashMap<>();
    rows(before).forEach(row -> earlier.put(row.type(), row));
    List<Row> grown = new ArrayList<>();
    for (Row row : rows(after)) {
      Row was = earlier.getOrDefault(row.type(), new Row(row.type(), 0, 0));
      grown.add(new Row(row.type(), row.count() - was.count(), row.bytes() - was.bytes()));
    }
    return grown.stream()
        .filter(row -> row.bytes() * 2 >= calls)
        .sorted(Comparator.comparingLong(Row::bytes).reversed())
        .map(row -> line(row, calls))
        .toList();
  }

  private static String line(Row row, int calls) {
    return String.format(
        "%8.1f B %7.3f x  %s",
        (double) row.bytes() / calls, (double) row.count() / calls, row.type());
  }

  static List<Row> rows(String histogram) {
    return CLASS
        .matcher(histogram)
        .results()
        .map(
            found ->
                new Row(
                    found.group(3), Long.parseLong(found.group(1)), Long.parseLong(found.group(2))))
        .toList();
  }
}
