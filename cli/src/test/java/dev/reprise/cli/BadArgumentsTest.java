package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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

/**
 * Every argument that takes a value, with values that are none: what is wrong is told in words, on
 * lines that a terminal shows as they are. Which arguments there are is asked of the parser.
 */
@DisabledOnOs(OS.WINDOWS)
class BadArgumentsTest {

  private static final String HOSTILE_VALUE = "a\nb\u001b[31m\u202e\ud800";

  private static final List<String> SAMPLE =
      List.of("-1", "2147483647", "99999999999999999999", "x", "", HOSTILE_VALUE);

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

  /** What Java says, and people do not. */
  private static final Pattern JAVA =
      Pattern.compile(
          "\\b[a-z]+(\\.[a-z0-9]+)+\\.[A-Z]\\w+|Exception|Error\\b|out of bounds|For input string"
              + "|is not an? (int|long|double)\\b|\\bnull\\b|\\tat |Nan\\b");

  private static final Pattern HOSTILE = Pattern.compile("[\\p{Cntrl}&&[^\n]]|\u202e|\ud800");
  private static final int LONGEST = 2_100;

  /** Each command that takes values, with as little as it needs. */
  private static final Map<String, String> BASES = new TreeMap<>();

  static {
    String on = " --table items --endpoint {url}";
    String letters = " --dead-letters {dir}/dead";
    BASES.put("completion", "completion bash");
    BASES.put("demo", "demo --items 5 --units 100000,100000");
    BASES.put("dynamodb export", "dynamodb export" + on + " --out /dev/null");
    BASES.put("dynamodb fetch", "dynamodb fetch {items}" + on + letters + " --out /dev/null");
    BASES.put("dynamodb generate", "dynamodb generate 5");
    BASES.put("dynamodb load", "dynamodb load {items}" + on + letters);
    BASES.put("dynamodb replay", "dynamodb replay {letters}" + on + letters);
    BASES.put("dynamodb serve", "dynamodb serve");
    BASES.put("explain", "explain maxAttempts=3");
    BASES.put("help", "help run");
    BASES.put("run", "run maxAttempts=1 -- true");
    BASES.put("simulate " + CommandModel.SCENARIO, "simulate aws-contention --clients 2 --seeds 1");
    BASES.put("simulate figures", "simulate figures --seven --seeds 1 --out {items}/figures");
    BASES.put(
        "simulate tune",
        "simulate tune --in aws-contention --set clients=2 --candidates 2 --seeds 1"
            + " --part base=1ms..2ms 'minimise work'");
  }

  @TempDir private static Path inputs;
  private static CommandFiles files;
  @TempDir private Path folder;

  @BeforeAll
  static void make_files() throws IOException {
    files = new CommandFiles(inputs, 5, operation -> Optional.empty());
  }

  @AfterAll
  static void stop() {
    files.close();
  }

  static Stream<CommandModel.Argument> arguments() {
    return CommandModel.arguments().stream()
        .filter(argument -> !argument.isFlag())
        .filter(argument -> !argument.spec().paramLabel().matches("FILE|DIR"));
  }

  @Test
  void every_command_that_takes_values_has_a_case() {
    assertThat(arguments().map(CommandModel.Argument::command).toList()).isSubsetOf(BASES.keySet());
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void a_value_that_is_none_is_told_in_words(CommandModel.Argument argument) {
    SAMPLE.forEach(value -> try_out(argument, value));
  }

  @ParameterizedTest
  @MethodSource("arguments")
  @Tag("proof")
  void so_is_every_other(CommandModel.Argument argument) {
    ALL.forEach(value -> try_out(argument, value));
  }

  private void try_out(CommandModel.Argument argument, String value) {
    List<String> words = with(argument, value);
    Program.Ended ended =
        InProcess.reprise(new byte[0], new OutputIsGone(), words.toArray(String[]::new));
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
  }

  /** The base of a command with one value in place of what it has there, or in addition to it. */
  private List<String> with(CommandModel.Argument argument, String value) {
    List<String> words =
        new ArrayList<>(Arrays.asList(files.words(BASES.get(argument.command()), folder)));
    if (argument.spec().isPositional()) {
      int last = argument.command().equals("run") ? 1 : words.size() - 1;
      words.set(argument.command().equals("dynamodb generate") ? 2 : last, value);
      return words;
    }
    int there = words.indexOf(argument.name());
    if (there >= 0) {
      words.set(there + 1, value);
    } else {
      words.addAll(
          (int) argument.command().chars().filter(each -> each == ' ').count() + 1,
          List.of(argument.name(), value));
    }
    return words;
  }

  /** Ends what would go on for ever, such as a server, when it prints its first line. */
  private static final class OutputIsGone extends OutputStream {

    @Override
    public void write(int one) throws IOException {
      throw new IOException("Broken pipe");
    }
  }
}
