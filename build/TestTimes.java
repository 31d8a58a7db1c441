import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints how long the tests of each module took in the last {@code verify}, the slowest first, with a warning if that is more
 * than the module's limit. Fails if a module took more than {@value #TOLERANCE} times its limit: machines with other work differ
 * by less. The limits are in a table of {@code docs/design/build.md}; the default is {@value #DEFAULT_SECONDS} seconds.
 *
 * <p>{@code .ci/run} calls it once after {@code verify}: {@code java build/TestTimes.java .}
 */
public final class TestTimes {

  private static final int DEFAULT_SECONDS = 20;
  private static final int TOLERANCE = 4;
  private static final Path REPORTS = Path.of("target", "surefire-reports");
  private static final Pattern TIME = Pattern.compile("<testsuite [^>]*? time=\"([0-9.,]+)\"");

  /** A row with a limit and its reason; the rows of measured times have a second time instead. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `([^`]+)` \\| (\\d+) s \\| (?!\\d+ s \\|)", Pattern.MULTILINE);

  private record Module(String name, double seconds, int limit) {}

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toAbsolutePath().normalize();
    boolean failed = false;
    double total = 0;
    for (Module module : modules(root)) {
      boolean fails = module.seconds() > TOLERANCE * module.limit();
      String level = fails ? "ERROR" : module.seconds() > module.limit() ? "WARNING" : "INFO";
      System.out.printf(
          Locale.ROOT, "[%s] %6.1f s of %d s  %s%n", level, module.seconds(), module.limit(), module.name());
      failed |= fails;
      total += module.seconds();
    }
    System.out.printf(
        Locale.ROOT, "[INFO] %6.1f s of tests; the limits are in docs/design/build.md%n", total);
    if (failed) {
      System.out.printf(Locale.ROOT, "[ERROR] more than %d times a limit%n", TOLERANCE);
      System.exit(1);
    }
  }

  private static List<Module> modules(Path root) throws IOException {
    String page = Files.readString(root.resolve("docs/design/build.md"));
    List<Module> modules = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(root, 6)) {
      for (Path reports : (Iterable<Path>) paths.filter(path -> path.endsWith(REPORTS))::iterator) {
        String name = root.relativize(reports.getParent().getParent()).toString().replace('\\', '/');
        modules.add(new Module(name, seconds(reports), limit(page, name)));
      }
    }
    modules.sort(Comparator.comparingDouble(Module::seconds).reversed());
    return modules;
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

  private TestTimes() {}
}
