package dev.reprise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process in the background of a script ignores Ctrl-C, and so do its children. */
public final class Signals {

  /** HUP, INT and TERM, each at the bit of its number less one. */
  private static final long ENDING = 1 << 0 | 1 << 1 | 1 << 14;

  private static final List<String> HEEDING = List.of("env", "--default-signal=HUP,INT,TERM");

  private Signals() {}

  /** What a command begins with so that it heeds signals; nothing where it does anyway. */
  static List<String> heedingInterrupts() throws IOException {
    return areIgnored() ? HEEDING : List.of();
  }

  /** Whether Ctrl-C can be tested: not where it is ignored and this system's env cannot undo it. */
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
