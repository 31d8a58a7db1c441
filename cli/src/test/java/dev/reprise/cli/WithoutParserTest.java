package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The version is printed without the parser of arguments, in the same form as the parser prints it.
 */
class WithoutParserTest {

  static List<List<String>> others() {
    return List.of(
        List.of(),
        List.of(""),
        List.of("--help"),
        List.of("-h"),
        List.of("version", "version"),
        List.of("--versio"),
        List.of("--version", "explain"),
        List.of("--version", "--version"),
        List.of("explain"),
        List.of("explain", "--version"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-V", "--version", "version"})
  void prints_what_the_parser_prints(String word) throws Exception {
    assertThat(Main.isVersion(word)).isTrue();
    Program.Ended without = Program.reprise(word).end();
    Program.Ended with = InProcess.reprise(word);
    assertThat(without.code()).isEqualTo(with.code()).isZero();
    assertThat(without.text()).isEqualTo(with.text()).isNotEmpty();
    assertThat(without.messages()).isEqualTo(with.messages()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("others")
  void leaves_all_other_arguments_to_the_parser(List<String> arguments) {
    assertThat(Main.isVersion(arguments.toArray(String[]::new))).isFalse();
  }

  @Test
  void loads_neither_parser_nor_lambda() throws Exception {
    List<String> loaded = Program.loadedBy("--version");
    assertThat(loaded).contains("dev.reprise.cli.Main");
    assertThat(loaded)
        .noneMatch(name -> name.startsWith("picocli."))
        .noneMatch(name -> name.startsWith("dev.reprise.") && name.contains("$$Lambda"))
        .noneMatch(name -> name.equals("java.util.regex.Pattern"));
  }
}
