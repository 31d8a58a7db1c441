package dev.reprise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Signal handling of test processes. Background processes of a script ignore Ctrl-C, and so do
 * their children.
 */
public final class Signals {

  /** Mask of HUP, INT and TERM. Bit n - 1 is signal n. */
  private static final long ENDING = 1 << 0 | 1 << 1 | 1 << 14;

  private static final List<String> HEEDING = List.of("env", "--default-signal=HUP,INT,TERM");

  private Signals() {}

  /** Words before a command that enable its signals; empty if they are enabled. */
  static List<String> heedingInterrupts() throws IOException {
    return areIgnored() ? HEEDING : List.of();
  }

  /** True if Ctrl-C can be tested. False if it is ignored and {@code env} cannot enable it. */
  public static boolean canInterrupt() throws IOException, InterruptedException {
    return !areIgnored()
        || new ProcessBuilder("env", "--default-signal=INT", "true").start().waitFor() == 0;
  }

  private static boolean areIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
        .anyMatch(mask -> (mask & ENDING) != 0);
  }
}
