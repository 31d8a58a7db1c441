package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Colours of whole commands. {@code terminal.ColorModeTest} has the order of all sources. */
class ColorsTest {

  private static final String ESCAPE = "\u001b[";

  @Test
  void no_command_writes_an_escape_sequence_into_a_pipe_by_default() {
    CommandModel.commands()
        .keySet()
        .forEach(
            words -> {
              Program.Ended help = InProcess.reprise((words + " --help").strip().split(" "));
              assertThat(help.text() + help.messages()).as(words).doesNotContain(ESCAPE);
              Program.Ended mistake = InProcess.reprise((words + " --nosuch").strip().split(" "));
              assertThat(mistake.text() + mistake.messages()).as(words).doesNotContain(ESCAPE);
            });
    assertThat(InProcess.reprise("explain").text()).doesNotContain(ESCAPE);
    assertThat(InProcess.reprise("dynamodb").messages()).doesNotContain(ESCAPE);
  }

  @Test
  void every_command_has_the_option() {
    CommandModel.commands()
        .keySet()
        .forEach(
            words -> {
              String command = (words + " --color=always --help").strip();
              Program.Ended help = InProcess.reprise(command.split(" "));
              assertThat(help.text()).as(command).contains(ESCAPE);
              assertThat(help.text().replaceAll("\u001b\\[[0-9;]*m", ""))
                  .as(command)
                  .isEqualTo(InProcess.reprise((words + " --help").strip().split(" ")).text());
            });
  }

  @Test
  void help_errors_usage_and_warnings_are_coloured() {
    assertThat(InProcess.reprise("--color", "always", "help", "run").text()).contains(ESCAPE);
    assertThat(InProcess.reprise("--color", "always", "dynamodb").messages()).contains(ESCAPE);
    assertThat(InProcess.reprise("--color", "always", "simulate").text()).contains(ESCAPE);
    assertThat(InProcess.reprise("explain", "--color=always", "--rows=x").messages())
        .startsWith("\u001b[1;31mreprise:\u001b[0m ");
    assertThat(InProcess.reprise("explain", "--color=always", "backoff=fixed(1s)").text())
        .contains("\u001b[33m! No jitter");
    assertThat(InProcess.reprise("explain", "--color=always", "--json").text())
        .doesNotContain(ESCAPE);
  }

  @Test
  void an_option_of_one_command_does_not_colour_the_next() {
    InProcess.reprise("--color=always", "--help");
    assertThat(InProcess.reprise("--help").text()).doesNotContain(ESCAPE);
  }

  @Test
  void the_words_of_a_command_that_is_run_are_not_options() {
    Program.Ended ended = InProcess.reprise("run", "nosuchcommand", "--color=always");
    assertThat(ended.messages()).startsWith("reprise: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--color=x explain", "explain --color=", "explain --color ALWAYS"})
  void another_value_is_an_error(String words) {
    Program.Ended ended = InProcess.reprise(words.split(" "));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: --color: must be auto, always or never, but was");
  }

  @ParameterizedTest
  @CsvSource({
    "12, '',               true",
    "02, '',               false",
    "12, NO_COLOR=1,       false",
    "'', CLICOLOR_FORCE=1, true"
  })
  void the_terminals_of_the_launcher_and_the_environment_decide(
      String terminals, String environment, boolean coloured) throws Exception {
    assertThat(help(terminals, environment).contains(ESCAPE)).isEqualTo(coloured);
  }

  @Test
  void the_option_precedes_the_environment() throws Exception {
    assertThat(help("12", "NO_COLOR=1", "--color=always")).contains(ESCAPE);
  }

  private static String help(String terminals, String environment, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--help");
    List<String> command = Program.command("-Dreprise.terminals=" + terminals, words);
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> variables = builder.environment();
    List.of("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE").forEach(variables::remove);
    variables.put("TERM", "xterm");
    Arrays.stream(environment.split(" "))
        .filter(each -> !each.isEmpty())
        .map(each -> each.split("=", 2))
        .forEach(each -> variables.put(each[0], each[1]));
    return Program.start(builder).end().text();
  }
}
