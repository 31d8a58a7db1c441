package dev.reprise.verification.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process with a JDK 17: what it printed, and its exit code. */
record Command(String output, int code) {

  /** The root of this repository. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("build/pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  static Path jdk() {
    if (Runtime.version().feature() == 17) {
      return Path.of(System.getProperty("java.home"));
    }
    return Path.of(
        Optional.ofNullable(System.getProperty("reprise.older.jdk"))
            .or(() -> Optional.ofNullable(System.getenv("REPRISE_OLDER_JDK")))
            .orElseThrow(
                () ->
                    new IllegalStateException("set REPRISE_OLDER_JDK to the folder of a JDK 17")));
  }

  static Command run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", jdk().toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Command(output, process.waitFor());
  }

  /** Runs Maven for a project, with a local repository that has nothing of ours. */
  static Command maven(Path project, Path local, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                root().resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-f",
                project.resolve("pom.xml").toString(),
                "-Dmaven.repo.local=" + local,
                "-Dmaven.repo.local.tail=" + usersRepository()));
    command.addAll(arguments);
    return run(project, new HashMap<>(), command);
  }

  static Command java(Path folder, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(jdk().resolve("bin/java").toString()));
    command.addAll(List.of(arguments));
    return run(folder, new HashMap<>(), command);
  }

  private static Path usersRepository() {
    return Path.of(System.getProperty("user.home"), ".m2/repository");
  }
}
