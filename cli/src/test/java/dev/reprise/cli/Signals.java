package dev.reprise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process in the background of a script ignores Ctrl-C, and so do its children. */
public final class Signals {

  private static final long INT_BIT = 2;

  private Signals() {}

  /** What a command begins with so that it heeds Ctrl-C; nothing where it does anyway. */
  static List<String> heedingInterrupts() throws IOException {
    return areInterruptsIgnored() ? List.of("env", "--default-signal=INT") : List.of();
  }

  /** Whether Ctrl-C can be tested: not where it is ignored and this system's env cannot undo it. */
  public static boolean canInterrupt() throws IOException, InterruptedException {
    return !areInterruptsIgnored()
        || new ProcessBuilder("env", "--default-signal=INT", "true").start().waitFor() == 0;
  }

  private static boolean areInterruptsIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
        .anyMatch(mask -> (mask & INT_BIT) != 0);
  }
}
