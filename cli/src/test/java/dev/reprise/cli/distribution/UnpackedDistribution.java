package dev.reprise.cli.distribution;

import dev.reprise.cli.Main;
import dev.reprise.cli.Program;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Distributions built from the jars of this build, and unpacked into a folder with spaces. */
final class UnpackedDistribution {

  private final Path out;
  private final Path unpacked;
  private final Path tools;

  /**
   * Builds and unpacks.
   *
   * @param folder an empty folder
   */
  UnpackedDistribution(Path folder) throws Exception {
    out = Files.createDirectory(folder.resolve("out"));
    unpacked = Files.createDirectories(folder.resolve("unpacked here/a b"));
    tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("sh", "cat", "mkdir", "rm", "readlink")) {
      Files.createSymbolicLink(tools.resolve(tool), found(tool).orElseThrow());
    }
    build(out, hasDpkg() ? List.of("archive", "runtime", "deb") : List.of("archive", "runtime"));
    Path own = Files.createDirectory(unpacked.resolve("own"));
    run("tar", "-xzf", archive(".tar.gz").toString(), "-C", unpacked.toString());
    run("tar", "-xzf", runtimeArchive().toString(), "-C", own.toString());
  }

  static boolean hasDpkg() {
    return found("dpkg-deb").isPresent();
  }

  /** Builds some formats with weak compression. */
  static void build(Path out, List<String> formats) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of("distribution", "build").toAbsolutePath().toString());
    command.addAll(List.of("--fast", "--jars", jars().toString(), "--out", out.toString()));
    command.addAll(formats);
    run(command.toArray(String[]::new));
  }

  /** The folder with the jar of the command line, which the phase package writes. */
  static Path jars() throws URISyntaxException, IOException {
    Path classes = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jars = classes.getParent();
    if (!Files.isDirectory(jars.resolve("lib"))) {
      throw new AssertionError("there is no jar in " + jars + ": run ./mvnw verify first");
    }
    return jars;
  }

  /** A file of the build, by the end of its name. */
  Path archive(String end) throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      return files
          .filter(file -> file.toString().endsWith(end))
          .filter(file -> !file.equals(runtimeArchiveIn(out)))
          .findFirst()
          .orElseThrow();
    }
  }

  Path runtimeArchive() {
    return runtimeArchiveIn(out);
  }

  private static Path runtimeArchiveIn(Path out) {
    File[] found =
        out.toFile().listFiles((place, name) -> name.matches(".*-[a-z]+-[a-z0-9]+\\.tar\\.gz"));
    return found[0].toPath();
  }

  /** The command in the archive without a runtime. */
  String command() throws IOException {
    return commandBelow(unpacked);
  }

  /** The command in the archive with a runtime. */
  String commandWithRuntime() throws IOException {
    return commandBelow(unpacked.resolve("own"));
  }

  private static String commandBelow(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      Path home =
          files
              .filter(file -> file.getFileName().toString().startsWith("reprise-"))
              .findFirst()
              .orElseThrow();
      return home.resolve("bin/reprise").toString();
    }
  }

  Path unpacked() {
    return unpacked;
  }

  /**
   * Starts a command in another folder, without any Java in the environment.
   *
   * @param environment additional variables
   */
  Program start(Path in, Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(in.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().putAll(environment);
    return Program.start(builder);
  }

  static Program.Ended run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("TZ", "UTC");
    Program.Ended ended = Program.start(builder).end();
    if (ended.code() != 0) {
      throw new AssertionError(List.of(command) + ": " + ended.messages());
    }
    return ended;
  }

  private static Optional<Path> found(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
