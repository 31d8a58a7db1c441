package dev.reprise.verification.concurrency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;

/** Runs tests of jcstress in separate processes, and reads their observations. */
final class Stress {

  /** Duration and variants of a run. */
  enum Mode {
    /** One process for each test, with the JVM's default compilation: for each build. */
    SANITY(sanity(300)),
    /** The same with more time, for rare races. */
    LONGER(sanity(3_000)),
    /**
     * The quick mode of jcstress without the variants that compile the actors by different
     * compilers.
     */
    QUICK(List.of("-m", "quick", "-sc", "false"));

    private final List<String> options;

    Mode(List<String> options) {
      this.options = options;
    }

    private static List<String> sanity(int millis) {
      String options =
          "-m quick -iters 1 -time "
              + millis
              + " -strideCount 8 -sc false -af NONE -pth false -jvmArgs -XX:+UseSerialGC";
      return List.of(options.split(" "));
    }

    /** The mode in {@code -Dconcurrency.mode}; sanity by default. */
    static Mode wanted() {
      return valueOf(
          System.getProperty("concurrency.mode", SANITY.name()).toUpperCase(Locale.ROOT));
    }
  }

  private Stress() {}

  /**
   * Runs some tests.
   *
   * @param folder for all files
   * @param broken classes that replace the real ones
   * @param tests their short names
   * @return an observation for each test that ran
   */
  static SortedMap<String, Observation> run(
      Path folder, List<Path> broken, Collection<String> tests, Mode mode)
      throws IOException, InterruptedException {
    List<String> args = new ArrayList<>(mode.options);
    args.addAll(List.of("-t", "\\.(" + String.join("|", tests) + ")$", "-r", folder + "/report"));
    ChildJvm.run(folder, broken, List.of(), "org.openjdk.jcstress.Main", args);
    SortedMap<String, Observation> observations = new TreeMap<>();
    for (TestResult result : ReportUtils.mergedByName(read(folder))) {
      Observation observation = Observation.of(result);
      observations.put(observation.test(), observation);
    }
    return observations;
  }

  private static Collection<TestResult> read(Path folder) throws IOException {
    InProcessCollector results = new InProcessCollector();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files.filter(file -> file.getFileName().toString().endsWith(".bin.gz")).toList()) {
        DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
        reader.dump();
        reader.close();
      }
    } catch (ClassNotFoundException otherVersion) {
      throw new IOException("results of another jcstress", otherVersion);
    }
    return results.getTestResults();
  }
}
