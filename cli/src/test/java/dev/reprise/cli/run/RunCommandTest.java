package dev.reprise.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs commands in a POSIX shell")
class RunCommandTest {

  @TempDir private Path folder;

  private static final String AT_ONCE = "maxAttempts=5 backoff=none";
  private static final String NUMBER = "echo $REPRISE_ATTEMPT/$REPRISE_MAX_ATTEMPTS; ";

  @Test
  void runs_the_command_until_it_succeeds() throws Exception {
    Program.Ended ended = shell(AT_ONCE, NUMBER + "test $REPRISE_ATTEMPT -ge 3").end();
    assertThat(ended.code()).isZero();
    assertThat(ended.text()).isEqualTo("1/5\n2/5\n3/5\n");
    assertThat(ended.messages()).isEmpty();
  }

  @Test
  void returns_the_last_exit_code() {
    Program.Ended ended = silent(AT_ONCE, "--", "sh", "-c", "exit $((40 + REPRISE_ATTEMPT))");
    assertThat(ended.code()).isEqualTo(45);
    assertThat(ended.messages())
        .matches("reprise: gave up after 5 attempts in .*: attempts used up \\(exit 45\\)\n");
  }

  @Test
  void prints_nothing_when_quiet() {
    assertThat(silent("-q", AT_ONCE, "--", "false").messages()).isEmpty();
  }

  @Test
  void prints_each_retry_when_verbose() {
    Program.Ended ended = silent("-vq", "maxAttempts=3 backoff=fixed(1ms)", "--", "false");
    assertThat(ended.messages())
        .isEqualTo(
            "reprise: attempt 2 of 3 in 1 ms (exit 1)\nreprise: attempt 3 of 3 in 1 ms (exit 1)\n");
  }

  @Test
  void unlimited_attempts_have_no_number() throws Exception {
    String policy = "maxAttempts=unlimited within=unlimited backoff=none";
    Program.Ended ended = shell(policy, NUMBER + "test $REPRISE_ATTEMPT -ge 30").end();
    assertThat(ended.code()).isZero();
    assertThat(ended.text()).startsWith("1/\n").endsWith("30/\n");
  }

  @Test
  void output_passes_through_byte_for_byte() throws Exception {
    Program.Ended ended = shell(AT_ONCE, "printf '\\377\\000\\303'; echo whispered >&2").end();
    assertThat(ended.output()).containsExactly(0xff, 0, 0xc3);
    assertThat(ended.messages()).isEqualTo("whispered\n");
  }

  @Test
  void arguments_are_passed_unchanged() throws Exception {
    String[] line = {"run", "--", "printf", "[%s]", "@file", "-v", "--", "a b", "", "${x}", "'"};
    assertThat(Program.reprise(line).end().text()).isEqualTo("[@file][-v][--][a b][][${x}][']");
  }

  @Test
  void only_the_named_exit_codes_are_retried() throws Exception {
    String script = "echo $REPRISE_ATTEMPT; exit $((73 + REPRISE_ATTEMPT))";
    Program.Ended ended =
        Program.reprise("run", "--on-exit", "74-75", AT_ONCE, "--", "sh", "-c", script).end();
    assertThat(ended.code()).isEqualTo(76);
    assertThat(ended.text()).isEqualTo("1\n2\n3\n");
    assertThat(ended.messages()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "no-such-command, 127, reprise: no-such-command: command not found",
    "/, 126, reprise: /: Permission denied"
  })
  void a_command_that_cannot_be_started_fails_without_a_retry(
      String command, int code, String message) {
    Program.Ended ended = silent(AT_ONCE, "--", command);
    assertThat(ended.code()).isEqualTo(code);
    assertThat(ended.messages().lines()).containsExactly(message);
  }

  @Test
  void a_hedge_is_refused() {
    Program.Ended ended =
        silent("hedge=after(1s) idempotency=idempotent", "--", "touch", folder + "/ran");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages().lines())
        .startsWith("reprise: a command cannot be hedged, but the policy has hedge=after(1s)");
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void a_command_that_a_signal_ended_counts_as_128_and_the_signal() {
    assertThat(silent("maxAttempts=1", "--", "sh", "-c", "kill -9 $$").code()).isEqualTo(137);
  }

  @Test
  void every_attempt_reads_the_same_input() throws Exception {
    byte[] input = "all of it\n".getBytes(StandardCharsets.UTF_8);
    Program.Ended ended = shell(AT_ONCE, "cat; test $REPRISE_ATTEMPT -ge 3").end(input);
    assertThat(ended.text()).isEqualTo("all of it\nall of it\nall of it\n");
  }

  @Test
  void an_attempt_that_read_half_of_the_input_leaves_all_of_it_to_the_next_attempt()
      throws Exception {
    byte[] input = "first\nsecond\n".getBytes(StandardCharsets.UTF_8);
    String script = "read line; echo $line; test $REPRISE_ATTEMPT -ge 2 && cat";
    assertThat(shell(AT_ONCE, script).end(input).text()).isEqualTo("first\nfirst\nsecond\n");
  }

  @Test
  void open_input_does_not_delay_a_command_that_does_not_read() throws Exception {
    assertThat(shell(AT_ONCE, "test $REPRISE_ATTEMPT -ge 3").endWithOpenInput().code()).isZero();
  }

  @Test
  void a_loop_that_reads_a_file_keeps_the_lines_that_the_command_does_not_read() throws Exception {
    Files.writeString(folder.resolve("lines"), "one\ntwo\n");
    String loop =
        "while read line; do ./reprise run 'maxAttempts=3 backoff=none' -- "
            + "sh -c 'test $REPRISE_ATTEMPT -ge 2 && echo $0' $line; done <lines";
    assertThat(inFolder(loop).end().text()).isEqualTo("one\ntwo\n");
  }

  @Test
  void a_loop_that_reads_a_pipe_keeps_its_lines_from_a_command_without_input() throws Exception {
    String loop =
        "printf 'one\\ntwo\\n' | while read line; do "
            + "./reprise run -n 'maxAttempts=3 backoff=none' -- sh -c 'cat; echo $0' $line; done";
    assertThat(inFolder(loop).end().text()).isEqualTo("one\ntwo\n");
  }

  @Test
  void a_file_is_rewound_for_each_attempt_to_its_first_position() throws Exception {
    Files.writeString(folder.resolve("lines"), "head\n" + "line\n".repeat(100_000));
    String command =
        "{ read head; ./reprise run 'maxAttempts=3 backoff=none' -- "
            + "sh -c 'cat | wc -l; test $REPRISE_ATTEMPT -ge 3'; } <lines";
    assertThat(inFolder(command).end().text().replace(" ", ""))
        .isEqualTo("100000\n100000\n100000\n");
  }

  @Test
  void a_file_is_rewound_after_an_attempt_that_timed_out() throws Exception {
    Files.writeString(folder.resolve("lines"), "all of it\n");
    String command =
        "./reprise run 'maxAttempts=2 attemptTimeout=1s backoff=none' -- "
            + "sh -c 'cat; test $REPRISE_ATTEMPT -ge 2 || exec sleep 99' <lines";
    assertThat(inFolder(command).end().text()).isEqualTo("all of it\nall of it\n");
  }

  private Program inFolder(String line) throws Exception {
    return Program.start(
        new ProcessBuilder("sh", "-c", Program.inShell(line)).directory(folder.toFile()));
  }

  @Test
  void an_attempt_timeout_ends_the_command_and_all_processes_that_it_started() throws Exception {
    String policy = "maxAttempts=2 attemptTimeout=200ms backoff=none";
    Program.Ended ended = shell(policy, NUMBER + "sh -c 'sleep 1000 & wait' & wait").end();
    assertThat(ended.code()).isEqualTo(124);
    assertThat(ended.text()).isEqualTo("1/2\n2/2\n");
    assertThat(ended.messages()).contains("gave up after 2 attempts").contains("(timed out)");
  }

  @Test
  void processes_that_do_not_end_on_request_are_killed() throws Exception {
    String[] line = {
      "run", "--kill-after=0.1", "maxAttempts=1 attemptTimeout=200ms", "--", "sh", "-c",
    };
    String script = "trap '' TERM; sh -c 'sleep 1000; sleep 1000' & wait; wait; sleep 1000";
    assertThat(Program.reprise(append(line, script)).end().code()).isEqualTo(124);
  }

  @Test
  void the_deadline_exits_with_124_and_does_not_wait_before() {
    String policy = "maxAttempts=5 within=1h backoff=fixed(2h)";
    Program.Ended ended = silent(policy, "--", "sh", "-c", "exit 3");
    assertThat(ended.code()).isEqualTo(124);
    assertThat(ended.messages()).contains("gave up after 1 attempt in").contains("(exit 3)");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143, SIGTERM", "INT, 130, SIGINT (Ctrl-C)", "HUP, 129, SIGHUP"})
  void a_signal_ends_the_command_and_its_processes_and_is_named(
      String signal, int code, String name) throws Exception {
    assumeTrue(
        signal.equals("TERM") || Signals.canInterrupt(),
        "Ctrl-C is ignored, and env cannot undo it");
    Program program = shell(AT_ONCE, "echo started; sh -c 'sleep 1000 & wait' & wait");
    assertThat(program.readLine()).isEqualTo("started");
    program.signal(signal);
    Program.Ended ended = program.endWithOpenInput();
    assertThat(ended.code()).isEqualTo(code);
    assertThat(ended.text()).isEmpty();
    assertThat(ended.messages())
        .startsWith("reprise: stopped by " + name + " after 1 attempt in ")
        .hasLineCount(1);
  }

  @Test
  void a_signal_is_not_reported_when_quiet() throws Exception {
    Program program = Program.reprise("run", "-q", AT_ONCE, "--", "sh", "-c", "echo on; sleep 99");
    assertThat(program.readLine()).isEqualTo("on");
    program.signal("TERM");
    assertThat(program.endWithOpenInput().messages()).isEmpty();
  }

  @Test
  void a_signal_ends_the_delay_before_the_next_attempt() throws Exception {
    Program program =
        Program.reprise("run", "-v", "within=unlimited backoff=fixed(1h)", "--", "false");
    assertThat(program.readMessage()).contains("attempt 2 of 3 in 60 min");
    program.signal("TERM");
    Program.Ended ended = program.endWithOpenInput();
    assertThat(ended.code()).isEqualTo(143);
    assertThat(ended.messages()).startsWith("reprise: stopped by SIGTERM after 1 attempt in ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bogus", "maxAttempts=0", "backoff=fixed(1x)"})
  void a_mistake_in_the_policy_runs_nothing(String policy) {
    Path ran = folder.resolve("ran");
    Program.Ended ended = silent(policy, "--", "touch", ran.toString());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ran).doesNotExist();
    assertThat(ended.messages()).contains("reprise: policy: ", "^");
  }

  /** A command without input and output, in the process of the test. */
  private static Program.Ended silent(String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "run";
    all[1] = "--no-input";
    System.arraycopy(words, 0, all, 2, words.length);
    return InProcess.reprise(all);
  }

  private static Program shell(String policy, String script) throws Exception {
    return Program.reprise("run", policy, "--", "sh", "-c", script);
  }

  private static String[] append(String[] words, String last) {
    String[] all = java.util.Arrays.copyOf(words, words.length + 1);
    all[words.length] = last;
    return all;
  }
}
