package dev.reprise.verification.benchmarks.figures;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The machine that produced figures.
 *
 * @param processor its name if the system provides it, otherwise its architecture
 * @param processors how many
 * @param system name and version of the operating system
 * @param java version and vendor of the JDK
 * @param load average of the last minute when the results were written, including other work; below
 *     0 if the system does not provide it
 */
public record Machine(String processor, int processors, String system, String java, double load) {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  /**
   * This machine at this time.
   *
   * @return the properties that the JDK and the system provide
   */
  public static Machine here() {
    return new Machine(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + release(System.getProperty("os.version")),
        System.getProperty("java.vm.version") + ", " + System.getProperty("java.vendor"),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** Major and minor version: the remaining part differs between builds of a kernel. */
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
