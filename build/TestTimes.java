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
 * Says when the tests of a module took longer than they may, and fails when they took twice as long.
 * How long they may take is in a table of {@code docs/design/build.md}; a module without a row there has
 * {@value #USUAL} seconds. Where more processes want a core than there are cores, each may take longer by that ratio.
 *
 * <p>Run by the build in every module, with the root of the tree, the folder of the module and the one of its reports.
 */
public final class TestTimes {

  private static final int USUAL = 20;
  private static final Pattern TIME = Pattern.compile("<testsuite [^>]*? time=\"([0-9.,]+)\"");
  private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\| (\\d+) s \\|", Pattern.MULTILINE);

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toAbsolutePath().normalize();
    String module = root.relativize(Path.of(args[1]).toAbsolutePath().normalize()).toString().replace('\\', '/');
    Path reports = Path.of(args[2]);
    if (!Files.isDirectory(reports)) {
      return;
    }
    double took = took(reports);
    int may = may(Files.readString(root.resolve("docs/design/build.md")), module);
    double crowd = crowd(ManagementFactory.getOperatingSystemMXBean());
    String account =
        String.format(Locale.ROOT, "the tests of %s took %.1f s of %d s (docs/design/build.md)", module, took, may);
    if (took > 2 * may * crowd) {
      System.out.printf(Locale.ROOT, "[ERROR] %s: more than twice, with %.1f processes a core%n", account, crowd);
      System.exit(1);
    }
    System.out.println((took > may ? "[WARNING] " : "[INFO] ") + account);
  }

  private static double took(Path reports) throws IOException {
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

  private static int may(String page, String module) {
    Matcher row = ROW.matcher(page);
    while (row.find()) {
      if (row.group(1).equals(module)) {
        return Integer.parseInt(row.group(2));
      }
    }
    return USUAL;
  }

  private static double crowd(OperatingSystemMXBean system) {
    return Math.max(1, system.getSystemLoadAverage() / system.getAvailableProcessors());
  }

  private TestTimes() {}
}
