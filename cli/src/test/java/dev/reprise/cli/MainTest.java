package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

  @TempDir private Path folder;

  @Test
  void without_a_command_shows_the_help_and_exits_with_2() {
    Program.Ended ended = InProcess.reprise();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages()).contains("Usage: reprise", "run ", "explain ");
    assertThat(ended.text()).isEmpty();
  }

  @Test
  void help_goes_to_standard_output() {
    Program.Ended ended = InProcess.reprise("--help");
    assertThat(ended.code()).isZero();
    assertThat(ended.text()).contains("Usage: reprise", "run ", "explain ");
  }

  @Test
  void prints_its_version() throws Exception {
    Program.Ended ended = Program.reprise("--version").end();
    assertThat(ended.code()).isZero();
    assertThat(ended.text()).startsWith("reprise ").hasLineCount(1);
  }

  @Test
  void an_unknown_option_is_reported_in_two_lines() {
    Program.Ended ended = InProcess.reprise("explain", "--nosuch");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages().lines())
        .containsExactly(
            "reprise: Unknown option: '--nosuch'",
            "Try 'reprise explain --help' for more information.");
  }

  @ParameterizedTest
  @CsvSource({
    "dynamodb laod, unexpected argument 'laod', Did you mean 'reprise dynamodb load'?",
    "demmo, unexpected argument 'demmo', Did you mean 'reprise demo'?",
    "sqs zzzzzz, unexpected argument 'zzzzzz', Try 'reprise sqs --help' for more information.",
    "dynamodb load x --tabel y, Unknown option: '--tabel', Possible solutions: --table",
    "opensearch load --indx y, Unknown option: '--indx', Possible solutions: --index"
  })
  void a_misspelled_word_is_reported_with_the_one_that_was_meant(
      String words, String mistake, String suggestion) {
    Program.Ended ended = InProcess.reprise(words.split(" "));
    assertThat(ended.code()).isEqualTo(2);
    List<String> lines = ended.messages().lines().toList();
    assertThat(lines.get(0)).isEqualTo("reprise: " + mistake);
    assertThat(lines.get(1)).startsWith(suggestion);
  }

  @Test
  void a_mistake_in_a_policy_is_marked() throws Exception {
    Program.Ended ended = Program.reprise("explain", "maxAttempts=0").end();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages().lines())
        .startsWith(
            "reprise: policy: maxAttempts must be at least 1, but was 0 (column 13)",
            "  maxAttempts=0",
            "              ^");
  }

  @Test
  void zero_rows_are_valid() {
    Program.Ended ended = InProcess.reprise("explain", "--rows", "0", "maxAttempts=5");
    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(ended.text()).contains("attempts at most   5").doesNotContain("delay before it");
  }

  @Test
  void help_equals_the_help_option_of_a_command() {
    Program.Ended help = InProcess.reprise("help", "dynamodb", "load");
    assertThat(help.code()).isZero();
    assertThat(help.text())
        .isEqualTo(InProcess.reprise("dynamodb", "load", "--help").text())
        .contains("Usage: reprise dynamodb load");
  }

  @Test
  void help_shows_the_usage_of_every_command() {
    CommandModel.commands()
        .forEach(
            (words, spec) -> {
              Program.Ended help = InProcess.reprise(("help " + words).strip().split(" "));
              String said = (words + " --help").strip();
              assertThat(help.code()).as(help.messages()).isZero();
              assertThat(help.text()).isEqualTo(InProcess.reprise(said.split(" ")).text());
            });
  }

  @Test
  void help_runs_nothing() {
    Path ran = folder.resolve("ran");
    Program.Ended command = InProcess.reprise("help", "run", "--", "touch", ran.toString());
    assertThat(command.code()).isEqualTo(2);
    assertThat(ran).doesNotExist();
    Program.Ended policy = InProcess.reprise("help", "run", "x=1", "touch", ran.toString());
    assertThat(policy.code()).isEqualTo(2);
    assertThat(ran).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "nosuch, there is no command nosuch; there are demo",
    "dynamdb, there is no command dynamdb; did you mean dynamodb?",
    "dynamodb laod, there is no command laod; did you mean load?",
    "simulate aws-contentio, there is no command aws-contentio; did you mean aws-contention?",
    "run extra, reprise run has no subcommand extra",
    "version version, reprise version has no subcommand version"
  })
  void help_for_an_unknown_command_is_an_error(String words, String message) {
    Program.Ended ended = InProcess.reprise(("help " + words).split(" "));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages()).startsWith("reprise: " + message);
    assertThat(ended.text()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "demmo --help, unexpected argument 'demmo', Did you mean 'reprise demo'?",
    "--help demmo, unexpected argument 'demmo', Did you mean 'reprise demo'?",
    "dynamodb laod -h, unexpected argument 'laod', Did you mean 'reprise dynamodb load'?",
    "simulate nosuch --help, there is no scenario nosuch; there are, Try 'reprise simulate",
    "simulate nosuch.yaml --help, cannot read nosuch.yaml: no such file, Try 'reprise simulate"
  })
  void the_help_option_of_an_unknown_command_is_an_error(
      String words, String message, String next) {
    Program.Ended ended = InProcess.reprise(words.split(" "));
    assertThat(ended.code()).isEqualTo(2);
    List<String> lines = ended.messages().lines().toList();
    assertThat(lines.get(0)).startsWith("reprise: " + message);
    assertThat(lines.get(1)).startsWith(next);
    assertThat(ended.text()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simulate --color never failing-share --seeds 1 --length 1s --metrics answered",
        "simulate --color=never --debug failing-share --seeds 1 --length 1s --metrics answered",
        "--color never simulate failing-share --seeds 1 --length 1s --metrics answered"
      })
  void options_of_all_commands_may_precede_a_scenario(String words) {
    Program.Ended ended = InProcess.reprise(words.split(" "));
    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(ended.text()).startsWith("failing-share: ");
  }

  @Test
  void options_of_a_scenario_must_follow_it() {
    Program.Ended ended = InProcess.reprise("simulate", "--seeds", "1", "failing-share");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: the scenario or file must precede options such as --seeds\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"completion bash", "dynamodb load --help", "explain maxAttempts=20"})
  void output_is_the_same_in_every_locale(String words) throws Exception {
    assertThat(outputIn("ar-EG", words)).isEqualTo(outputIn("en-US", words));
    assertThat(outputIn("tr-TR", words)).isEqualTo(outputIn("en-US", words));
  }

  private static String outputIn(String locale, String words) throws Exception {
    String[] parts = locale.split("-");
    List<String> command =
        Program.command("-Duser.language=" + parts[0], List.of(words.split(" ")));
    command.add(1, "-Duser.country=" + parts[1]);
    return Program.start(new ProcessBuilder(command)).end().text();
  }

  @Test
  void the_stack_trace_is_shown_on_demand() {
    Program.Ended plain = InProcess.reprise("explain", "--debug", "maxAttempts=0");
    assertThat(plain.messages()).contains("\tat dev.reprise.");
  }
}
