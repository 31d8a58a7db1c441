package dev.reprise.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "make test                     | ''                     | make test",
        "maxAttempts=5 -- make test    | maxAttempts=5          | make test",
        "maxAttempts=5 make            | maxAttempts=5          | make",
        "maxAttempts=5 within=1m make  | maxAttempts=5 within=1m | make",
        "maxAttempts=5 within=1m -- -x | maxAttempts=5 within=1m | -x",
        "bogus -- make                 | bogus                  | make",
        "env A=1 -- make               | ''                     | env A=1 -- make",
      })
  void separates_the_policy_from_the_command(String words, String policy, String command) {
    assertThat(RunArguments.of(split(words), false))
        .isEqualTo(new RunArguments(split(policy), split(command)));
  }

  @Test
  void all_words_after_the_separator_are_the_command() {
    assertThat(RunArguments.of(List.of("npm", "--", "x=1"), true).command())
        .containsExactly("npm", "--", "x=1");
    assertThat(RunArguments.of(List.of("a=1"), true).command()).containsExactly("a=1");
  }

  @Test
  void options_must_precede_the_policy() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunArguments.of(List.of("maxAttempts=5", "-v", "--", "make"), false))
        .withMessage("options must precede the policy, but -v follows it");
  }

  @Test
  void the_command_is_required() {
    assertThatIllegalArgumentException().isThrownBy(() -> RunArguments.of(List.of(), false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunArguments.of(List.of("maxAttempts=5", "--"), false))
        .withMessage("the command to run is missing");
  }

  private static List<String> split(String words) {
    return words.isEmpty() ? List.of() : List.of(words.strip().split(" "));
  }
}
