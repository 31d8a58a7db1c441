package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command and option that writes, with an output that cannot be written. The list comes from
 * the parser, so that a new one without a case fails.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs commands in a POSIX shell")
class UnwritableOutputTest {

  private static final String FULL = "No space left on device";
  private static final String ON = " --table items --endpoint {url} ";

  private static final String IN = " --index items --endpoint {search} ";

  private static final String TO = " --queue {queues}/queue --endpoint {queues} ";

  private static final String LETTERS = "--dead-letters {dir}/dead ";

  /** A command of each kind that prints something. */
  private static final Map<String, String> PRINTING = new TreeMap<>();

  /** The same commands with different output. */
  private static final List<String> PRINTING_OTHERWISE =
      List.of(
          "--version",
          "explain maxAttempts=5 --json",
          "help dynamodb load",
          "simulate --help",
          "simulate paper",
          "dynamodb fetch {items}" + ON + LETTERS + "--out {dir}/out",
          "dynamodb export" + ON + "--out {dir}/out");

  /** The options that write, with {@code TARGET} for the output. */
  private static final Map<String, String> WRITING = new TreeMap<>();

  /** Options that name a file, directory or text and write nothing. */
  private static final List<String> READING =
      List.of(
          "dynamodb journal FILE",
          "dynamodb load FILE",
          "dynamodb replay FILE",
          "dynamodb fetch FILE",
          "opensearch load FILE",
          "opensearch replay FILE",
          "sqs load FILE",
          "sqs replay FILE",
          "simulate tune --in");

  private static final List<String> TEXTS =
      List.of(
          "--algorithms",
          "--at",
          "--brown-out",
          "--budget",
          "--capacity",
          "--capacity-share",
          "--create",
          "--deadline",
          "--endpoint",
          "--errors",
          "--failing",
          "--format",
          "--from",
          "--hang",
          "--id",
          "--index",
          "--linger",
          "--load",
          "--metrics",
          "--on-exit",
          "--only",
          "--p50",
          "--p99",
          "--pace",
          "--part",
          "--policy",
          "--preset",
          "--progress",
          "--queue",
          "--region",
          "--set",
          "--slow",
          "--sync",
          "--table",
          "--timeout",
          "--units",
          "--user",
          "COMMAND",
          "GOAL",
          "NAME",
          "POLICY",
          "POLICY | COMMAND",
          "SHELL");

  static {
    String advise = "advise --load 30 --capacity 25 --p50 9ms --errors 1s --seeds 1";
    PRINTING.put("", "--help");
    PRINTING.put("advise", advise);
    PRINTING.put("completion", "completion bash");
    PRINTING.put("demo", "demo --items 30 --units 100000,100000");
    PRINTING.put("dynamodb", "dynamodb --help");
    PRINTING.put("dynamodb export", "dynamodb export" + ON + "--out -");
    PRINTING.put("dynamodb fetch", "dynamodb fetch {items}" + ON + LETTERS + "--out -");
    PRINTING.put("dynamodb generate", "dynamodb generate 3000");
    PRINTING.put("dynamodb journal", "dynamodb journal {journal}");
    PRINTING.put("dynamodb load", "dynamodb load {items}" + ON + LETTERS);
    PRINTING.put("dynamodb replay", "dynamodb replay {letters}" + ON + LETTERS);
    PRINTING.put("dynamodb serve", "dynamodb serve");
    PRINTING.put("explain", "explain maxAttempts=5");
    PRINTING.put("help", "help run");
    PRINTING.put("lab", "lab");
    PRINTING.put("opensearch", "opensearch --help");
    PRINTING.put("opensearch load", "opensearch load {items}" + IN + LETTERS);
    PRINTING.put("opensearch replay", "opensearch replay {documents}" + IN + LETTERS);
    PRINTING.put("run", "run --help");
    PRINTING.put("simulate", "simulate");
    PRINTING.put("sqs", "sqs --help");
    PRINTING.put("sqs load", "sqs load {items}" + TO + LETTERS);
    PRINTING.put("sqs replay", "sqs replay {messages}" + TO + LETTERS);
    PRINTING.put("version", "version");
    String scenario = "simulate " + CommandModel.SCENARIO;
    String quick = scenario + " --clients 2,3 --seeds 2 --only full,none";
    PRINTING.put(scenario, quick);
    PRINTING.put("simulate figures", "simulate figures --seven --seeds 1 --out {dir}/figures");
    PRINTING.put("simulate paper", "simulate paper finagle --seeds 1");
    PRINTING.put("simulate presets", "simulate presets");
    PRINTING.put(
        "simulate tune",
        "simulate tune --in aws-contention --set clients=3 --candidates 2 --seeds 2"
            + " 'minimise work'");

    WRITING.put(
        "advise --figure",
        "advise --load 30 --capacity 25 --p50 9ms --errors 1s --seeds 1 --figure TARGET");
    WRITING.put("dynamodb export --out", "dynamodb export" + ON + "--out TARGET");
    WRITING.put("dynamodb fetch --out", "dynamodb fetch {items}" + ON + LETTERS + "--out TARGET");
    WRITING.put(
        "dynamodb fetch --absent",
        "dynamodb fetch {items} --table empty --endpoint {url} --dead-letters {dir}/dead --out"
            + " {dir}/found --absent TARGET");
    WRITING.put(
        "dynamodb fetch --dead-letters",
        "dynamodb fetch {bad}" + ON + "--out {dir}/found --dead-letters TARGET");
    WRITING.put("dynamodb generate --out", "dynamodb generate 3000 --out TARGET");
    WRITING.put(
        "dynamodb load --journal", "dynamodb load {items}" + ON + LETTERS + "--journal TARGET");
    WRITING.put(
        "dynamodb load --dead-letters", "dynamodb load {bad}" + ON + "--dead-letters TARGET");
    WRITING.put(
        "dynamodb replay --dead-letters",
        "dynamodb replay {letters} --table nokey --other-table --endpoint {url}"
            + " --dead-letters TARGET");
    WRITING.put(
        "opensearch load --journal", "opensearch load {items}" + IN + LETTERS + "--journal TARGET");
    WRITING.put(
        "opensearch load --dead-letters", "opensearch load {bad}" + IN + "--dead-letters TARGET");
    WRITING.put(
        "opensearch replay --dead-letters",
        "opensearch replay {documents} --index refused --other-index --endpoint {search}"
            + " --dead-letters TARGET");
    WRITING.put("sqs load --journal", "sqs load {items}" + TO + LETTERS + "--journal TARGET");
    WRITING.put(
        "sqs load --dead-letters",
        "sqs load {items} --queue {queues}/refused --endpoint {queues} --dead-letters TARGET");
    WRITING.put(
        "sqs replay --dead-letters",
        "sqs replay {messages} --other-queue --queue {queues}/refused --endpoint {queues}"
            + " --dead-letters TARGET");
    WRITING.put(scenario + " --csv", quick + " --metrics all --csv TARGET");
    WRITING.put(scenario + " --html", quick + " --html TARGET");
    WRITING.put(scenario + " --json", quick + " --json TARGET");
    WRITING.put(scenario + " --png", quick + " --png TARGET");
    WRITING.put("simulate figures --out", "simulate figures --seven --seeds 1 --out TARGET");
  }

  @TempDir private static Path inputs;
  private static SampleFiles files;
  @TempDir private Path folder;

  @BeforeAll
  static void make_files() throws IOException {
    files = new SampleFiles(inputs, operation -> Optional.empty());
    String none = "dynamodb load /dev/null --endpoint {url} --table ";
    InProcess.reprise(files.words(none + "empty --create id", inputs));
    InProcess.reprise(files.words(none + "nokey --create other", inputs));
  }

  @AfterAll
  static void stop() {
    files.close();
  }

  @Test
  void every_command_and_every_option_has_a_case() {
    assertThat(new TreeSet<>(CommandModel.commands().keySet())).isEqualTo(PRINTING.keySet());
    List<String> undecided =
        CommandModel.arguments().stream()
            .filter(argument -> !argument.isNumber() && !argument.isFlag())
            .filter(argument -> !argument.spec().paramLabel().equals("VALUE"))
            .filter(argument -> !TEXTS.contains(argument.name()))
            .map(CommandModel.Argument::toString)
            .filter(name -> !READING.contains(name) && !WRITING.containsKey(name))
            .toList();
    assertThat(undecided).as("options that are not classified as writing or not").isEmpty();
  }

  static Stream<String> printing() {
    return Stream.concat(PRINTING.values().stream(), PRINTING_OTHERWISE.stream());
  }

  @ParameterizedTest
  @MethodSource("printing")
  void a_command_whose_output_is_lost_fails_with_one_line(String command) {
    Room none = new Room(0, FULL);
    Program.Ended ended = run(none, command);
    assertThat(lines(ended))
        .containsExactly("reprise: cannot write to standard output: No space left on device");
    assertThat(ended.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("printing")
  void a_command_with_a_closed_output_pipe_prints_no_message(String command) {
    Program.Ended ended = run(new Room(0, "Broken pipe"), command);
    assertThat(lines(ended)).isEmpty();
    assertThat(ended.code()).isEqualTo(141);
  }

  @ParameterizedTest
  @MethodSource("data")
  void a_disk_that_becomes_full_contains_the_earlier_output_and_nothing_after_it(String command) {
    // The replay of another test may have replaced the items by shorter ones.
    InProcess.reprise(files.words("dynamodb load {items}" + ON + LETTERS, folder));
    assertThat(folder.resolve("dead")).doesNotExist();
    Room room = new Room(200_000, FULL);
    Program.Ended ended = run(room, command);
    assertThat(lines(ended))
        .containsExactly("reprise: cannot write to standard output: No space left on device");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(room.written.size()).isLessThanOrEqualTo(200_000);
    assertThat(room.refused).isEqualTo(1);
    assertThat(folder.resolve("dead")).doesNotExist();
  }

  static Stream<String> data() {
    return Stream.of("dynamodb export", "dynamodb fetch", "dynamodb generate").map(PRINTING::get);
  }

  private Program.Ended run(Room room, String command) {
    return InProcess.reprise(new byte[0], room, files.words(command, folder));
  }

  /** The messages without the lines about progress. */
  private static List<String> lines(Program.Ended ended) {
    return ended.messages().lines().filter(line -> !line.startsWith("  ")).toList();
  }

  /** A disk with some free space. */
  private static final class Room extends OutputStream {

    private final int size;
    private final String message;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private int refused;

    Room(int size, String message) {
      this.size = size;
      this.message = message;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (written.size() + length > size) {
        refused++;
        throw new IOException(message);
      }
      written.write(bytes, from, length);
    }
  }

  /**
   * Options that write a file directly. The others need a directory, or a file that does not exist.
   */
  static Stream<String> devices() {
    return WRITING.values().stream()
        .filter(command -> !command.matches(".*(--png|figures|--dead-letters|--journal).*"));
  }

  @EnabledOnOs(value = OS.LINUX, disabledReason = "needs the device /dev/full")
  @ParameterizedTest
  @MethodSource("devices")
  void a_file_that_cannot_be_written_is_named(String command) {
    Program.Ended ended =
        InProcess.reprise(files.words(command.replace("TARGET", "/dev/full"), folder));
    assertFailed(ended, "/dev/full", FULL);
  }

  private static void assertFailed(Program.Ended ended, String target, String reason) {
    List<String> errors =
        lines(ended).stream().filter(line -> !line.startsWith("reprise: line ")).toList();
    assertThat(errors).as(ended.messages()).isNotEmpty();
    assertThat(errors.stream().filter(line -> line.contains(reason)))
        .as(ended.messages())
        .singleElement()
        .asString()
        .startsWith("reprise: ")
        .contains(target);
    assertThat(ended.code()).as(ended.messages()).isEqualTo(1);
  }

  static Stream<String> sampled() {
    return Stream.of(
        WRITING.get("dynamodb load --journal"),
        WRITING.get("simulate " + CommandModel.SCENARIO + " --csv"));
  }

  @ParameterizedTest
  @MethodSource("sampled")
  void a_full_disk_leaves_the_old_file(String command) throws Exception {
    a_full_disk_leaves_every_old_file(command);
  }

  static Stream<String> writing() {
    return WRITING.values().stream();
  }

  @ParameterizedTest
  @MethodSource("writing")
  @Tag("proof")
  void a_full_disk_leaves_every_old_file(String command) throws Exception {
    try (SmallDisk disk = SmallDisk.at(Files.createDirectory(folder.resolve("disk")))) {
      Path target = disk.folder().resolve("target");
      boolean isFolder = command.matches(".*(--png|figures).*");
      Path old = isFolder ? Files.createDirectory(target).resolve("figures.html") : target;
      boolean isNew = command.matches(".*--(dead-letters|journal) TARGET");
      if (!isNew) {
        Files.writeString(old, "old");
      }
      disk.fill();
      List<String> before = SampleFiles.names(disk.folder());
      List<String> start = new ArrayList<>(disk.limiting());
      Program.Ended ended =
          Program.reprise(start, files.words(command.replace("TARGET", target.toString()), folder))
              .end();

      assertFailed(ended, target.toString(), disk.reason());
      assertThat(ended.messages()).doesNotContain("the same command resumes it");
      if (isNew) {
        assertThat(SampleFiles.names(disk.folder())).noneMatch(name -> name.endsWith(".part"));
      } else {
        assertThat(old).hasContent("old");
        assertThat(SampleFiles.names(disk.folder())).isEqualTo(before);
      }
      assertThat(SampleFiles.names(folder)).noneMatch(name -> name.endsWith(".part"));
    }
  }

  static Stream<String> sampledPrinting() {
    return Stream.of("dynamodb generate 3000");
  }

  @EnabledOnOs(value = OS.LINUX, disabledReason = "needs the device /dev/full")
  @ParameterizedTest
  @MethodSource("sampledPrinting")
  void the_process_reports_lost_output(String command) throws Exception {
    every_process_reports_lost_output(command);
  }

  /**
   * One command of each kind: help, a table, data while items are sent, a result, one that runs on.
   * All others are tested within this process.
   */
  static Stream<String> kindsOfPrinting() {
    return Stream.of(
            "",
            "completion",
            "demo",
            "dynamodb export",
            "dynamodb fetch",
            "dynamodb load",
            "dynamodb serve",
            "explain",
            "sqs load",
            "simulate paper")
        .map(PRINTING::get);
  }

  @EnabledOnOs(value = OS.LINUX, disabledReason = "needs the device /dev/full")
  @ParameterizedTest
  @MethodSource("kindsOfPrinting")
  @Tag("proof")
  void every_process_reports_lost_output(String command) throws Exception {
    Program.Ended full = inShell(command, "%s >/dev/full");
    assertThat(lines(full))
        .containsExactly("reprise: cannot write to standard output: No space left on device");
    assertThat(full.code()).isEqualTo(1);

    String reader = "mkfifo pipe && { : <pipe & } && exec 3>pipe && wait && %s >&3";
    Program.Ended closed = inShell(command, reader);
    assertThat(lines(closed)).isEmpty();
    assertThat(closed.code()).isEqualTo(141);
  }

  private Program.Ended inShell(String command, String line) throws Exception {
    String quoted =
        Stream.of(files.words(command, folder))
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" ", "./reprise ", ""));
    String script = Program.inShell(String.format(line, quoted));
    return Program.start(new ProcessBuilder("sh", "-c", script).directory(folder.toFile())).end();
  }

  @EnabledOnOs(value = OS.LINUX, disabledReason = "needs the device /dev/full")
  @Test
  void lost_output_of_the_command_of_run_is_a_failure_of_the_command() throws Exception {
    Program.Ended ended = inShell("run -q maxAttempts=1 -- echo x", "%s >/dev/full");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(new String(ended.output(), StandardCharsets.UTF_8)).isEmpty();
  }
}
