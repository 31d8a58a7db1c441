package dev.reprise.verification.benchmarks.figures;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where figures come from.
 *
 * @param processor its name, where the system tells it, else its kind
 * @param processors how many
 * @param system name and version of the operating system
 * @param java version and maker of the JDK
 * @param load of the last minute, when the results were written: what else was busy; below 0 if the
 *     system does not tell
 */
public record Machine(String processor, int processors, String system, String java, double load) {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  /**
   * This machine, now.
   *
   * @return what the JDK and the system tell
   */
  public static Machine here() {
    return new Machine(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + release(System.getProperty("os.version")),
        System.getProperty("java.vm.version") + ", " + System.getProperty("java.vendor"),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** Major and minor version, for builds of a kernel have names of their own. */
  private static String release(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }

  private static String processorName() {
    String kind = System.getProperty("os.arch");
    if (!Files.isReadable(PROCESSORS)) {
      return kind;
    }
    try {
      return Files.readAllLines(PROCESSORS).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(kind);
    } catch (IOException unreadable) {
      return kind;
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%d x %s, %s, JDK %s, load %.1f", processors, processor, system, java, load);
  }
}
