package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Invalid values for every argument that takes a value. Error messages contain no Java terms and
 * are safe for a terminal. The list of arguments comes from the parser.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "uses files in /dev")
class BadArgumentsTest {

  private static final String HOSTILE_VALUE = "a\nb\u001b[31m\u202e\ud800";

  private static final List<String> SAMPLE =
      List.of("-1", "2147483647", "99999999999999999999", "x", "", HOSTILE_VALUE);

  /** Texts are read alike whether they contain digits or not. */
  private static final List<String> SAMPLE_OF_TEXT = List.of("x", "", HOSTILE_VALUE);

  private static final List<String> ALL =
      List.of(
          "0",
          "-1",
          "-2147483649",
          "2147483647",
          "2147483648",
          "99999999999999999999",
          "1e999",
          "NaN",
          "x",
          "",
          " ",
          "=",
          ",",
          HOSTILE_VALUE,
          "9".repeat(20_000),
          "x".repeat(1 << 17));

  /** Java terms, which messages must not contain. */
  private static final Pattern JAVA =
      Pattern.compile(
          "\\b[a-z]+(\\.[a-z0-9]+)+\\.[A-Z]\\w+|Exception|Error\\b|out of bounds|For input string"
              + "|is not an? (int|long|double)\\b|\\bnull\\b|\\tat |Nan\\b");

  private static final Pattern HOSTILE = Pattern.compile("[\\p{Cntrl}&&[^\n]]|\u202e|\ud800");
  private static final int LONGEST = 2_100;

  @TempDir private static Path inputs;
  private static SampleFiles files;
  @TempDir private Path folder;

  @BeforeAll
  static void make_files() throws IOException {
    files = new SampleFiles(inputs, 5, operation -> Optional.empty());
  }

  @AfterAll
  static void stop() {
    files.close();
  }

  static Stream<CommandModel.Argument> arguments() {
    return CommandModel.arguments().stream()
        .filter(argument -> !argument.isFlag() && !argument.isFile());
  }

  static Stream<CommandModel.Argument> files() {
    return CommandModel.arguments().stream().filter(CommandModel.Argument::isFile);
  }

  @Test
  void every_command_that_takes_values_has_a_case() {
    assertThat(Stream.concat(arguments(), files()).map(CommandModel.Argument::command).toList())
        .isSubsetOf(SampleCommands.commands());
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void an_invalid_value_is_reported_without_java_terms(CommandModel.Argument argument) {
    (argument.isNumber() ? SAMPLE : SAMPLE_OF_TEXT).forEach(value -> try_out(argument, value));
  }

  @ParameterizedTest
  @MethodSource("files")
  void an_invalid_file_name_is_an_error(CommandModel.Argument argument) {
    for (String name : List.of("", "x".repeat(1 << 17), inputs.resolve("items") + "/x")) {
      Program.Ended ended = try_out(argument, name);
      String as = argument + ": " + ended.messages();
      assertThat(ended.code()).as(as).isEqualTo(2);
      assertThat(ended.messages()).as(as).containsPattern("empty|too long|[Nn]ot a directory");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/full", "/dev/null"})
  void a_journal_must_be_a_regular_file(String device) {
    String load = "dynamodb load {items} --table items --endpoint {url} --journal ";
    Program.Ended ended = InProcess.reprise(files.words(load + device, folder));
    assertThat(ended.code()).as(ended.messages()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: --journal must be a regular file, but was " + device);
    assertThat(ended.text()).isEmpty();
  }

  /** A resumed load renames its earlier dead letters, and would rename a device or a directory. */
  @ParameterizedTest
  @ValueSource(strings = {"", " --journal {journal}"})
  void dead_letters_must_be_a_regular_file(String journal) throws IOException {
    Path directory = Files.createDirectory(folder.resolve("directory"));
    String load = "dynamodb load {items} --table items --endpoint {url} --dead-letters ";
    Program.Ended ended = InProcess.reprise(files.words(load + directory + journal, folder));
    assertThat(ended.code()).as(ended.messages()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: --dead-letters must be a regular file, but was " + directory);
    assertThat(directory).isDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dynamodb load {items} --table items --endpoint",
        "opensearch load {items} --index items --endpoint",
        "sqs load {items} --endpoint http://127.0.0.1:1 --queue"
      })
  void an_address_with_a_port_out_of_range_is_refused(String command) {
    Program.Ended ended =
        InProcess.reprise(files.words(command + " http://127.0.0.1:65536/x", folder));
    assertThat(ended.code()).as(ended.messages()).isEqualTo(2);
    assertThat(ended.messages()).startsWith("reprise: --").contains(":65536");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dynamodb load {items} --table items --endpoint {url}",
        "opensearch load {items} --index items --endpoint http://127.0.0.1:1",
        "sqs load {items} --queue http://127.0.0.1:1/q --endpoint http://127.0.0.1:1"
      })
  void a_policy_with_a_hedge_is_refused_for_a_load(String command) {
    List<String> words = new ArrayList<>(List.of(files.words(command, folder)));
    words.addAll(List.of("--policy", "hedge=after(1s) idempotency=idempotent"));
    Program.Ended ended = InProcess.reprise(words.toArray(String[]::new));
    assertThat(ended.code()).as(ended.messages()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith(
            "reprise: --policy: a batch cannot be hedged, but the policy has hedge=after(1s)\n");
  }

  @ParameterizedTest
  @MethodSource("arguments")
  @Tag("proof")
  void every_invalid_value_is_reported_without_java_terms(CommandModel.Argument argument) {
    ALL.forEach(value -> try_out(argument, value));
  }

  static Stream<CommandModel.Argument> arguments_with_proposals() {
    return CommandModel.arguments().stream()
        .filter(argument -> argument.spec().completionCandidates() != null);
  }

  /** A shell that completes a value must not propose one that is refused. */
  @ParameterizedTest
  @MethodSource("arguments_with_proposals")
  void every_proposed_value_is_accepted(CommandModel.Argument argument) {
    for (String value : argument.spec().completionCandidates()) {
      assertThat(run(argument, value).messages())
          .as(argument + " " + value)
          .doesNotContain("must be")
          .doesNotContainPattern(Pattern.quote(argument.name()) + "\\b.*" + Pattern.quote(value));
    }
  }

  private Program.Ended try_out(CommandModel.Argument argument, String value) {
    Program.Ended ended = run(argument, value);
    String as = argument + " '" + value.substring(0, Math.min(99, value.length())) + "'";
    assertThat(ended.code()).as(as + ": " + ended.messages()).isIn(0, 1, 2, 127, 141);
    assertThat(JAVA.matcher(ended.messages()).results().map(hit -> hit.group()))
        .as(as + ": " + ended.messages())
        .isEmpty();
    assertThat(HOSTILE.matcher(ended.messages()).find()).as(as).isFalse();
    assertThat(ended.messages().lines())
        .as(as)
        .allMatch(line -> line.length() <= LONGEST)
        .hasSizeLessThan(12);
    if (ended.code() == 2) {
      assertThat(ended.messages()).as(as).startsWith("reprise: ");
    }
    return ended;
  }

  private Program.Ended run(CommandModel.Argument argument, String value) {
    List<String> words = SampleCommands.of(argument.command(), files, folder);
    SampleCommands.set(words, argument, value);
    return InProcess.reprise(new byte[0], new OutputIsGone(), words.toArray(String[]::new));
  }

  /** Ends a command that would not end, such as a server, when it prints its first line. */
  private static final class OutputIsGone extends OutputStream {

    @Override
    public void write(int one) throws IOException {
      throw new IOException("Broken pipe");
    }
  }
}
