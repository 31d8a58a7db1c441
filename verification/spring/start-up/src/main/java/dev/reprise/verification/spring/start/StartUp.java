package dev.reprise.verification.spring.start;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Starts an application with twenty methods without retries, with the starter of Reprise and with
 * that of Resilience4j, in turn, and prints what each starter adds. On a different machine the
 * ratio is comparable, the times are not.
 */
public final class StartUp {

  private static final int ROUNDS = 15;
  private static final String GATE = "--gate";

  private StartUp() {}

  /**
   * Measures and prints a table.
   *
   * @param args {@code --gate} to fail if the starter of Reprise adds more processor time than that
   *     of Resilience4j; {@code --rounds N}, 15 by default
   * @throws Exception if an application does not start, or this thread is interrupted
   */
  public static void main(String[] args) throws Exception {
    List<String> given = new ArrayList<>(List.of(args));
    boolean gate = given.remove(GATE);
    int rounds = rounds(given);
    Map<Variant, Times> times = new EnumMap<>(Variant.class);
    for (Variant variant : Variant.values()) {
      Started unused = start(variant); // reads the files into the cache
      times.put(variant, new Times());
    }
    for (int round = 0; round < rounds; round++) {
      for (Variant variant : Variant.values()) {
        times(times, variant).add(start(variant));
      }
    }
    print(times, rounds);
    double ratio = added(times, Variant.OURS) / added(times, Variant.THEIRS);
    if (gate && ratio > 1) {
      throw new IllegalStateException(
          "the starter adds "
              + format(ratio)
              + " x the processor time that Resilience4j's adds, limit 1");
    }
  }

  private static int rounds(List<String> given) {
    if (given.isEmpty()) {
      return ROUNDS;
    }
    if (given.size() == 2 && given.get(0).equals("--rounds")) {
      int rounds = Integer.parseInt(given.get(1));
      if (rounds >= 1) {
        return rounds;
      }
    }
    throw new IllegalArgumentException(
        "expected --gate or --rounds N, at least 1, but was " + String.join(" ", given));
  }

  private static Started start(Variant variant) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                variant.classPath(),
                StartedApplication.class.getName(),
                variant.services())
            .redirectErrorStream(true)
            .start();
    Started started = null;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals("started")) {
          started = new Started(Long.parseLong(words[1]), Long.parseLong(words[2]));
        } else {
          System.err.println(line);
        }
      }
    }
    int status = process.waitFor();
    if (status != 0 || started == null) {
      throw new IOException(variant + " ended with status " + status);
    }
    return started;
  }

  private static Times times(Map<Variant, Times> times, Variant variant) {
    return times.computeIfAbsent(variant, any -> new Times());
  }

  /** Median of the processor time above that of the application without retries. */
  private static double added(Map<Variant, Times> times, Variant variant) {
    return times(times, variant).cpu() - times(times, Variant.PLAIN).cpu();
  }

  private static void print(Map<Variant, Times> times, int rounds) {
    System.out.printf(
        Locale.ROOT, "Start of a Spring Boot application, 20 methods, %d runs in turn%n", rounds);
    System.out.printf(
        "%-26s %14s %9s %10s %9s%n", "", "processor time", "added", "wall time", "added");
    Times plain = times(times, Variant.PLAIN);
    times.forEach(
        (variant, each) ->
            System.out.printf(
                Locale.ROOT,
                "%-26s %11.0f ms %6.0f ms %7.0f ms %6.0f ms%n",
                variant.title(),
                each.cpu(),
                each.cpu() - plain.cpu(),
                each.wall(),
                each.wall() - plain.wall()));
    System.out.printf(
        "added by Reprise / added by Resilience4j: %s of the processor time%n",
        format(added(times, Variant.OURS) / added(times, Variant.THEIRS)));
  }

  private static String format(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  /** One start. */
  private record Started(long cpuMillis, long wallMillis) {}

  /** All starts of a variant. */
  private static final class Times {

    private final List<Started> all = new ArrayList<>();

    void add(Started started) {
      all.add(started);
    }

    double cpu() {
      return median(all.stream().mapToLong(Started::cpuMillis).sorted().toArray());
    }

    double wall() {
      return median(all.stream().mapToLong(Started::wallMillis).sorted().toArray());
    }

    private static double median(long[] sorted) {
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
    }
  }
}
