package dev.reprise.verification.concurrency;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A Java process with the same JDK, which writes only below one folder. */
final class ChildJvm {

  /** The file with the output of the process. */
  static final String OUTPUT = "output.txt";

  private static final long MOST_MINUTES = 100;

  private ChildJvm() {}

  /**
   * Runs a program and waits for its end.
   *
   * @param folder the working folder, with the {@link #OUTPUT} of the program
   * @param before entries before the class path of this process
   * @return its exit status
   */
  static int run(Path folder, List<Path> before, List<String> flags, String main, List<String> args)
      throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    String classPath = System.getProperty("java.class.path");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(flags);
    command.add("-classpath");
    command.add(
        before.stream().map(path -> path + File.pathSeparator).collect(Collectors.joining())
            + classPath);
    command.add(main);
    command.addAll(args);
    Path output = folder.resolve(OUTPUT);
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException(main + " " + args + " does not end, see " + output);
      }
      return process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
