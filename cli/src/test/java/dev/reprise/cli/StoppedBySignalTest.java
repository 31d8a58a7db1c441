package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testbed.dynamodb.Fault;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every long-running command is stopped while it works. It reports its results so far and the name
 * of the signal, and leaves no partial file. The list of commands comes from the parser.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "ends processes by signals")
class StoppedBySignalTest {

  private static final String ON = " --table items --endpoint {url} ";
  private static final String IN = " --index items --endpoint {search} --max-items 25 ";
  private static final String TO = " --queue {queues}/queue --endpoint {queues} ";
  private static final String ENDLESS = "--policy 'maxAttempts=unlimited within=unlimited' ";
  private static final String LETTERS = "--dead-letters {dir}/dead ";
  private static final Set<String> BRIEF =
      Set.of(
          "",
          "completion",
          "dynamodb",
          "dynamodb journal",
          "explain",
          "help",
          "opensearch",
          "simulate",
          "simulate presets",
          "sqs",
          "version");

  /** A signal, with its exit code and its name in messages. */
  enum Signal {
    HUP(129, "SIGHUP"),
    INT(130, "SIGINT (Ctrl-C)"),
    TERM(143, "SIGTERM");

    private final int code;
    private final String text;

    Signal(int code, String text) {
      this.code = code;
      this.text = text;
    }
  }

  /** The moment at which a command is known to be working. */
  enum Moment {
    /** The table has responded to some calls and stops responding. */
    SERVED,
    /** It has printed a line. */
    PRINTED,
    /** It has printed a message. */
    ANNOUNCED,
    /** It has begun a file. */
    BEGUN
  }

  /**
   * A command that works until it is stopped.
   *
   * @param account a pattern for its results so far
   */
  record Long(String command, Moment moment, String account) {}

  private static final Map<String, Long> WORKING = new TreeMap<>();

  static {
    WORKING.put(
        "demo", new Long("demo --units 50,10", Moment.PRINTED, "0 of 2500 items written and read"));
    WORKING.put(
        "dynamodb export",
        new Long(
            "dynamodb export" + ON + ENDLESS + "--segments 1 --out {dir}/old",
            Moment.SERVED,
            "\\d+ items read in .*; segments 0 of 1[^$]*old was not written"));
    WORKING.put(
        "dynamodb fetch",
        new Long(
            "dynamodb fetch {items}" + ON + ENDLESS + LETTERS + "--out {dir}/old",
            Moment.SERVED,
            "\\d+ of \\d+ lines looked up in [^$]*old was not written; run the same command to"
                + " start"));
    WORKING.put(
        "dynamodb generate",
        new Long(
            "dynamodb generate 10000000000 --out {dir}/old",
            Moment.BEGUN,
            "after \\d+ of 10000000000 items; .*old was not written"));
    WORKING.put(
        "dynamodb load",
        new Long(
            "dynamodb load {items}" + ON + ENDLESS + LETTERS,
            Moment.SERVED,
            "\\d+ of \\d+ lines written in [^$]* later lines were not read"));
    WORKING.put(
        "dynamodb load --journal",
        new Long(
            "dynamodb load {items}" + ON + ENDLESS + LETTERS + "--journal {dir}/journal",
            Moment.SERVED,
            "\\d+ of \\d+ lines written in [^$]*; run the same command to resume"));
    WORKING.put(
        "dynamodb replay",
        new Long(
            "dynamodb replay {letters}" + ON + ENDLESS + LETTERS,
            Moment.SERVED,
            "\\d+ of \\d+ lines written in "));
    WORKING.put(
        "dynamodb serve", new Long("dynamodb serve", Moment.PRINTED, "calls +0\n[^$]*read units"));
    WORKING.put(
        "advise",
        new Long(
            "advise --load 700 --capacity 1000 --p50 20ms --seeds 1000000",
            Moment.ANNOUNCED,
            "there is no advice without all runs"));
    WORKING.put("lab", new Long("lab", Moment.PRINTED, "0 requests answered"));
    WORKING.put(
        "opensearch load",
        new Long(
            "opensearch load {items}" + IN + ENDLESS + LETTERS,
            Moment.SERVED,
            "\\d+ of \\d+ lines stored in [^$]* later lines were not read"));
    WORKING.put(
        "opensearch replay",
        new Long(
            "opensearch replay {documents}" + IN + ENDLESS + LETTERS,
            Moment.SERVED,
            "\\d+ of \\d+ lines stored in "));
    WORKING.put(
        "sqs load",
        new Long(
            "sqs load {items}" + TO + ENDLESS + LETTERS,
            Moment.SERVED,
            "\\d+ of \\d+ lines sent in [^$]* later lines were not read"));
    WORKING.put(
        "sqs replay",
        new Long(
            "sqs replay {messages}" + TO + ENDLESS + LETTERS,
            Moment.SERVED,
            "\\d+ of \\d+ lines sent in "));
    WORKING.put(
        "run",
        new Long("run -- sh -c 'echo on; sleep 100'", Moment.PRINTED, "after 1 attempt in "));
    WORKING.put(
        "simulate " + CommandModel.SCENARIO,
        new Long(
            "simulate aws-contention --clients 10 --only full --seeds 1000000 --csv {dir}/old",
            Moment.ANNOUNCED,
            "INCOMPLETE: stopped [^$]*not written, since the results are incomplete: .*old"));
    WORKING.put(
        "simulate paper",
        new Long(
            "simulate paper aws-2015 --seeds 1000000", Moment.ANNOUNCED, "INCOMPLETE: stopped"));
    WORKING.put(
        "simulate tune",
        new Long(
            "simulate tune --in aws-contention --set clients=10 --candidates 2 --seeds 1000000"
                + " 'minimise work'",
            Moment.ANNOUNCED,
            "The search was ended early"));
  }

  /** Commands without output before their end, so that their progress is unknown. */
  private static final Map<String, String> SILENT =
      Map.of("simulate figures", "simulate figures --seven --seeds 100000 --out {dir}");

  private static volatile CountDownLatch calls = new CountDownLatch(0);
  private static volatile boolean answering = true;

  @TempDir private static Path inputs;
  private static SampleFiles files;
  @TempDir private Path folder;

  @BeforeAll
  static void make_files() throws Exception {
    assumeTrue(Signals.canInterrupt(), "signals are ignored here, and env cannot undo it");
    files = new SampleFiles(inputs, StoppedBySignalTest::fault);
  }

  @AfterAll
  static void stop() {
    if (files != null) {
      files.close();
    }
  }

  private static Optional<Fault> fault(String operation) {
    if (answering || operation.equals("DescribeTable")) {
      return Optional.empty();
    }
    if (calls.getCount() > 1) {
      calls.countDown();
      return Optional.empty();
    }
    calls.countDown();
    return Optional.of(Fault.throttling());
  }

  @Test
  void every_command_has_a_case_or_ends_at_once() {
    Set<String> decided = new TreeSet<>(BRIEF);
    decided.addAll(WORKING.keySet());
    decided.addAll(SILENT.keySet());
    assertThat(decided).containsAll(CommandModel.commands().keySet());
  }

  record Case(String name, Signal signal) {}

  static Stream<Case> sampled() {
    return Stream.of(
        new Case("dynamodb load --journal", Signal.TERM),
        new Case("dynamodb export", Signal.HUP),
        new Case("simulate " + CommandModel.SCENARIO, Signal.INT));
  }

  @ParameterizedTest
  @MethodSource("sampled")
  void the_results_so_far_are_printed(Case each) throws Exception {
    every_command_prints_its_results_so_far(each);
  }

  static Stream<Case> all() {
    return inTurn(WORKING.keySet().stream());
  }

  /** Each command with one signal: their handling does not depend on the command. */
  private static Stream<Case> inTurn(Stream<String> names) {
    AtomicInteger turn = new AtomicInteger();
    Signal[] signals = Signal.values();
    return names.map(name -> new Case(name, signals[turn.getAndIncrement() % signals.length]));
  }

  @ParameterizedTest
  @MethodSource("all")
  @Tag("proof")
  void every_command_prints_its_results_so_far(Case each) throws Exception {
    Long work = WORKING.get(each.name());
    Path old = Files.writeString(folder.resolve("old"), "old");
    long seed = System.nanoTime();
    int some = answeredCalls(work.command(), new Random(seed));
    calls = new CountDownLatch(some);
    answering = false;
    try {
      Program program = Program.reprise(files.words(work.command(), folder));
      List<String> before = new ArrayList<>();
      await(work.moment(), program, before);
      program.signal(each.signal().name());
      Program.Ended ended = program.endWithOpenInput();

      String said = ended.text() + ended.messages();
      String as = "seed " + seed + ", " + some + " calls: " + said;
      assertThat(ended.code()).as(as).isEqualTo(each.signal().code);
      assertThat(said).as(as).containsIgnoringCase("stopped by " + each.signal().text);
      assertThat(said).as(as).containsPattern(work.account());
      assertThat(said).as(as).doesNotContain("Exception", "\tat ");
      assertThat(old).hasContent("old");
      assertThat(SampleFiles.names(folder)).noneMatch(name -> name.endsWith(".part"));
    } finally {
      answering = true;
    }
  }

  /** Number of calls that the table responds to. An export would be complete after two. */
  private static int answeredCalls(String command, Random random) {
    return command.contains("export") ? 1 : 1 + random.nextInt(20);
  }

  private void await(Moment moment, Program program, List<String> lines) throws Exception {
    switch (moment) {
      case SERVED -> calls.await();
      case PRINTED -> lines.add(program.readLine());
      case ANNOUNCED -> lines.add(program.readMessage());
      case BEGUN -> {
        while (SampleFiles.names(folder).stream().noneMatch(name -> name.endsWith(".part"))) {
          Thread.onSpinWait();
        }
      }
    }
  }

  static Stream<Case> anywhere() {
    return inTurn(Stream.concat(WORKING.keySet().stream(), SILENT.keySet().stream()));
  }

  /** A signal at any time, from the loading of the first class to the end. */
  @ParameterizedTest
  @MethodSource("anywhere")
  @Tag("proof")
  void a_signal_at_any_time_leaves_no_partial_file(Case each) throws Exception {
    String command =
        SILENT.containsKey(each.name())
            ? SILENT.get(each.name())
            : WORKING.get(each.name()).command();
    Path old = Files.writeString(folder.resolve("old"), "old");
    long seed = System.nanoTime();
    Random random = new Random(seed);
    calls = new CountDownLatch(answeredCalls(command, random));
    answering = false;
    try {
      Program program = Program.reprise(files.words(command, folder));
      program.endsWithin(50 + random.nextInt(1_500));
      program.signal(each.signal().name());
      Program.Ended ended = program.endWithOpenInput();

      String said = ended.text() + ended.messages();
      assertThat(ended.code()).as("seed " + seed + ": " + said).isEqualTo(each.signal().code);
      assertThat(said).doesNotContain("Exception", "\tat ");
      // Java itself handles a signal that is received while the watch starts, and does not name it.
      if (said.toLowerCase(Locale.ROOT).contains("stopped by")) {
        assertThat(said).containsIgnoringCase("stopped by " + each.signal().text);
      }
      assertThat(old).hasContent("old");
      assertThat(SampleFiles.names(folder)).noneMatch(name -> name.endsWith(".part"));
      assertThat(SampleFiles.names(folder)).noneMatch(name -> name.endsWith(".svg"));
    } finally {
      answering = true;
    }
  }

  @Test
  void items_printed_up_to_a_signal_are_whole_lines() throws Exception {
    Program program = Program.reprise("dynamodb", "generate", "10000000000");
    String first = program.readLine();
    program.signal("TERM");
    Program.Ended ended = program.endWithOpenInput();

    assertThat(ended.code()).isEqualTo(143);
    assertThat(ended.text()).endsWith("\n");
    assertThat(ended.text().lines()).allMatch(line -> line.length() == first.length());
    assertThat(ended.messages()).startsWith("reprise: stopped by SIGTERM after ");
  }

  @Test
  void a_stopped_fetch_leaves_nothing_that_prevents_the_next_run() throws Exception {
    String[] fetch =
        files.words("dynamodb fetch {items}" + ON + ENDLESS + LETTERS + "--out {dir}/out", folder);
    calls = new CountDownLatch(3);
    answering = false;
    try {
      Program program = Program.reprise(fetch);
      calls.await();
      program.signal("TERM");
      Program.Ended ended = program.endWithOpenInput();
      assertThat(ended.code()).as(ended.messages()).isEqualTo(143);
      assertThat(ended.text()).as(ended.messages()).doesNotContain(" dead, written to ");
      assertThat(SampleFiles.names(folder)).isEmpty();
    } finally {
      answering = true;
    }
    Program.Ended again = InProcess.reprise(fetch);
    assertThat(again.code()).as(again.messages()).isZero();
    assertThat(again.text()).contains("3000 found");
  }

  @Test
  void a_load_whose_table_does_not_answer_at_all_prints_its_result() throws Exception {
    stopsWhileNothingIsAnswered("dynamodb load {items}", "0 of 0 lines written in ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dynamodb load {items} --create id | 0 of 0 lines written in ",
        "dynamodb replay {letters} | 0 of 0 lines written in ",
        "dynamodb fetch {items} --out {dir}/new | 0 of 0 lines looked up in "
      })
  @Tag("proof")
  void a_command_whose_table_does_not_answer_at_all_prints_its_result(
      String command, String account) throws Exception {
    stopsWhileNothingIsAnswered(command, account);
  }

  /** The client reads a key store from a pipe that has no content yet. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dynamodb load {items} --table items | before the first line was read",
        "dynamodb replay {letters} --table items | before the first line was read",
        "sqs load {items} --queue http://localhost/1/queue | after line 0; later lines were not"
      })
  void a_signal_before_the_first_request_ends_the_command(String command, String message)
      throws Exception {
    Path keys = folder.resolve("keys");
    assertThat(new ProcessBuilder("mkfifo", keys.toString()).start().waitFor()).isZero();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = " --endpoint http://localhost:" + silent.getLocalPort() + " ";
      List<String> java =
          Program.command(
              "-Djavax.net.ssl.keyStore=" + keys,
              List.of(files.words(command + endpoint + LETTERS, folder)));
      java.add(1, "-Djavax.net.ssl.keyStorePassword=none");
      List<String> words = new ArrayList<>(Signals.heedingInterrupts());
      words.addAll(java);
      Program program = Program.start(new ProcessBuilder(words));
      try (OutputStream content = Files.newOutputStream(keys)) {
        program.signal("INT");
        assertThat(program.endsWithin(200)).isFalse();
        content.write('\n');
      }
      Program.Ended ended = program.endWithOpenInput();
      assertThat(ended.code()).isEqualTo(130);
      assertThat(ended.messages())
          .contains("stopped by SIGINT (Ctrl-C)", message)
          .doesNotContain("before the work in progress ended");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void an_export_whose_table_does_not_answer_at_all_ends(String form) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String export = "dynamodb export --table items --out {dir}/new --progress " + form;
      String endpoint = " --endpoint http://localhost:" + silent.getLocalPort();
      Program program = Program.reprise(files.words(export + endpoint, folder));
      try (Socket connection = silent.accept()) {
        assertThat(connection.getInputStream().read()).isPositive();
        program.signal("INT");
        Program.Ended ended = program.endWithOpenInput();

        assertThat(ended.code()).isEqualTo(130);
        assertThat(ended.messages())
            .contains("reprise: stopped by SIGINT (Ctrl-C)")
            .doesNotContain("before the work in progress ended", "Exception");
        if (form.equals("json")) {
          assertThat(ended.messages().strip()).endsWith("\"exitCode\":130}");
        }
        assertThat(SampleFiles.names(folder)).isEmpty();
      }
    }
  }

  private void stopsWhileNothingIsAnswered(String command, String account) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = " --table items --endpoint http://localhost:" + silent.getLocalPort() + " ";
      Program program = Program.reprise(files.words(command + endpoint + LETTERS, folder));
      try (Socket connection = silent.accept()) {
        assertThat(connection.getInputStream().read()).isPositive();
        program.signal("INT");
        Program.Ended ended = program.endWithOpenInput();

        assertThat(ended.code()).isEqualTo(130);
        assertThat(ended.text()).startsWith(account).contains("0 dead, 0 not attempted");
        assertThat(ended.messages())
            .contains("stopped by SIGINT (Ctrl-C) before the first line was read")
            .doesNotContain("before the work in progress ended", "Exception");
        assertThat(SampleFiles.names(folder)).isEmpty();
      }
    }
  }

  /** Its first line is longer than a pipe can hold, and the remaining part of it is not read. */
  @Test
  void a_second_signal_does_not_wait_for_work_in_progress() throws Exception {
    Program program =
        Program.reprise(files.words("dynamodb generate 2 --bytes 400000 --out -", folder));
    assertThat(program.readCharacter()).isEqualTo('{');
    do { // a signal is lost if it arrives before the previous one was handled
      program.signal("INT");
    } while (!program.endsWithin(100));
    Program.Ended ended = program.endWithOpenInput();

    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.messages())
        .isEqualToNormalizingNewlines(
            "reprise: stopped by SIGINT (Ctrl-C) before the work in progress ended,"
                + " at a second signal\n");
  }
}
