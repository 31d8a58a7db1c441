package dev.reprise.verification.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a measurement in a separate virtual machine with the class path of this one, and reads its
 * facts. All other output of that machine is copied to the error output of this process.
 */
public final class ChildProcess {

  private final Path home;
  private final List<String> flags;
  private final Duration limit;

  /**
   * Describes a virtual machine without starting it.
   *
   * @param home where the JDK is installed
   * @param flags of the virtual machine
   * @param limit time after which it is killed, at least a second
   */
  public ChildProcess(Path home, List<String> flags, Duration limit) {
    this.home = home;
    this.flags = List.copyOf(flags);
    this.limit = limit;
  }

  /**
   * Where the JDK of this process is installed.
   *
   * @return its directory
   */
  public static Path ownHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /**
   * Runs a program and waits for its end.
   *
   * @param main the program, which prints {@link Facts}
   * @param args its arguments
   * @return the facts that it printed
   * @throws IOException if it cannot be started, fails, or takes longer than the limit
   * @throws InterruptedException if this thread is interrupted while it waits; the process is
   *     killed
   */
  public Facts run(Class<?> main, List<String> args) throws IOException, InterruptedException {
    Process process = start(main, args);
    Thread reaper = endLater(process);
    Facts facts = new Facts();
    try (BufferedReader lines =
        new BufferedReader(
            new java.io.InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!facts.read(line)) {
          System.err.println(line);
        }
      }
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(main.getName() + " " + args + " ended with status " + status);
      }
      return facts;
    } finally {
      reaper.interrupt();
      process.destroyForcibly();
    }
  }

  private Process start(Class<?> main, List<String> args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve("java").toString());
    command.addAll(flags);
    command.add(main.getName());
    command.addAll(args);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private Thread endLater(Process process) {
    Thread reaper =
        new Thread(
            () -> {
              try {
                if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
              }
            },
            "ends a process that takes too long");
    reaper.setDaemon(true);
    reaper.start();
    return reaper;
  }
}
