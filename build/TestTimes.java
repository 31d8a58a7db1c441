import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints a warning if the tests of a module took longer than their limit, and fails if they took more than twice as
 * long. The limits are in a table of {@code docs/design/build.md}; the default is {@value #DEFAULT_SECONDS} seconds.
 * If the machine has more running processes than cores, the limit for a failure is multiplied by that ratio.
 *
 * <p>The build runs it in every module, with the root of the tree, the directory of the module and that of its reports.
 */
public final class TestTimes {

  private static final int DEFAULT_SECONDS = 20;
  private static final Pattern TIME = Pattern.compile("<testsuite [^>]*? time=\"([0-9.,]+)\"");

  /** A row with a limit and its reason; the rows of measured times have a second time instead. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `([^`]+)` \\| (\\d+) s \\| (?!\\d+ s \\|)", Pattern.MULTILINE);

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toAbsolutePath().normalize();
    String module = root.relativize(Path.of(args[1]).toAbsolutePath().normalize()).toString().replace('\\', '/');
    Path reports = Path.of(args[2]);
    if (!Files.isDirectory(reports)) {
      return;
    }
    double seconds = seconds(reports);
    int limit = limit(Files.readString(root.resolve("docs/design/build.md")), module);
    double load = load(ManagementFactory.getOperatingSystemMXBean());
    String message =
        String.format(Locale.ROOT, "the tests of %s took %.1f s of %d s (docs/design/build.md)", module, seconds, limit);
    if (seconds > 2 * limit * load) {
      System.out.printf(Locale.ROOT, "[ERROR] %s: more than twice the limit, with %.1f processes per core%n", message, load);
      System.exit(1);
    }
    System.out.println((seconds > limit ? "[WARNING] " : "[INFO] ") + message);
  }

  private static double seconds(Path reports) throws IOException {
    double seconds = 0;
    try (Stream<Path> files = Files.list(reports)) {
      for (Path file : (Iterable<Path>) files.filter(file -> file.toString().endsWith(".xml"))::iterator) {
        Matcher suite = TIME.matcher(Files.readString(file));
        if (suite.find()) {
          seconds += Double.parseDouble(suite.group(1).replace(",", ""));
        }
      }
    }
    return seconds;
  }

  private static int limit(String page, String module) {
    Matcher row = ROW.matcher(page);
    while (row.find()) {
      if (row.group(1).equals(module)) {
        return Integer.parseInt(row.group(2));
      }
    }
    return DEFAULT_SECONDS;
  }

  private static double load(OperatingSystemMXBean system) {
    return Math.max(1, system.getSystemLoadAverage() / system.getAvailableProcessors());
  }

  private TestTimes() {}
}
