package dev.reprise.verification.benchmarks.start;

import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Measurement;
import dev.reprise.verification.benchmarks.process.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Duration of {@code reprise --version} and {@code reprise explain} from start to end, with the
 * launcher, compared with a Java program that prints one word and uses class data sharing. Each
 * command runs once in each round, so that other work on the machine affects all of them equally.
 * On a different machine the ratios are comparable, the times are not.
 */
public final class StartUp {

  private static final String ROW = "start";
  private static final String ROUNDS = "40";
  private static final String LINE = "%-30s %9s %9s %12s %12s%n";

  private StartUp() {}

  /**
   * Measures and prints a table.
   *
   * @param args {@code --jdk PATH}, a JDK instead of the one that runs this program; {@code
   *     --rounds N}, 40 by default; {@code --out DIR}, folder for the figures
   * @throws Exception if a command fails, or this thread is interrupted
   */
  public static void main(String[] args) throws Exception {
    List<String> given = new ArrayList<>(List.of(args));
    Path folder = Figures.takeFolder(given);
    Path home = Figures.takeOption(given, "--jdk").map(Path::of).orElseGet(ChildProcess::ownHome);
    int rounds = Integer.parseInt(Figures.takeOption(given, "--rounds").orElse(ROUNDS));
    if (rounds < 1 || !given.isEmpty()) {
      throw new IllegalArgumentException(
          "expected --jdk PATH, --rounds N, at least 1, or --out DIR, but was "
              + String.join(" ", args));
    }
    URI classes = StartUp.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    List<Contender> contenders =
        Contender.all(
            home.resolve("bin").resolve("java"),
            Path.of(classes),
            Path.of("reprise").toAbsolutePath());
    Map<String, Times> times = measure(contenders, home, rounds);
    print(home, rounds, times);
    figures(times).write(folder, ROW);
  }

  private static Map<String, Times> measure(List<Contender> contenders, Path home, int rounds)
      throws IOException, InterruptedException {
    Map<String, List<Double>> all = new LinkedHashMap<>();
    for (Contender each : contenders) {
      each.run(home); // The launcher may build, and files are read into the cache.
      all.put(each.title(), new ArrayList<>());
    }
    for (int round = 0; round < rounds; round++) {
      for (Contender each : contenders) {
        all.computeIfAbsent(each.title(), title -> new ArrayList<>()).add(each.run(home));
      }
    }
    Map<String, Times> times = new LinkedHashMap<>();
    all.forEach((title, millis) -> times.put(title, Times.of(millis)));
    return times;
  }

  private static void print(Path home, int rounds, Map<String, Times> times) {
    System.out.printf(
        Locale.ROOT, "Start to end, %d runs in turn, with the Java of %s%n", rounds, home);
    System.out.printf(LINE, "", "median", "lowest", "x same flags", "x default");
    times.forEach(
        (title, each) ->
            System.out.printf(
                LINE,
                title,
                millis(each.median()),
                millis(each.lowest()),
                ratios(each, bare(times, Contender.BARE)),
                ratios(each, bare(times, Contender.BARE_DEFAULT))));
    System.out.println("x: ratio of the medians / of the lowest");
  }

  private static Figures figures(Map<String, Times> times) {
    Times bare = bare(times, Contender.BARE);
    Times bareDefault = bare(times, Contender.BARE_DEFAULT);
    Figures figures = new Figures();
    times.forEach(
        (title, each) ->
            figures
                .add(ROW, title, Measurement.MEDIAN, each.median(), "ms")
                .add(ROW, title, Measurement.BEST, each.lowest(), "ms")
                .add(ROW, title, "ratio", each.median() / bare.median(), "x same flags")
                .add(ROW, title, "best-ratio", each.lowest() / bare.lowest(), "x same flags")
                .add(
                    ROW,
                    title,
                    "default-ratio",
                    each.median() / bareDefault.median(),
                    "x default flags"));
    return figures;
  }

  private static Times bare(Map<String, Times> times, String title) {
    return times.getOrDefault(title, new Times(Double.NaN, Double.NaN));
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%.1f ms", value);
  }

  private static String ratios(Times each, Times bare) {
    return String.format(
        Locale.ROOT, "%.2f / %.2f", each.median() / bare.median(), each.lowest() / bare.lowest());
  }
}
