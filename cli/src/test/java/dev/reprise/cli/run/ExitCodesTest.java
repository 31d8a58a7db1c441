package dev.reprise.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodesTest {

  @Test
  void by_default_all_codes_but_four_are_retried() {
    assertThat(
            IntStream.rangeClosed(0, 255)
                .filter(code -> !ExitCodes.DEFAULT.contains(new ExitStatus(code))))
        .containsExactly(0, 126, 127, 130);
  }

  @Test
  void accepts_codes_and_ranges() {
    ExitCodes codes = ExitCodes.parse("1, 75-78");
    assertThat(IntStream.rangeClosed(0, 255).filter(code -> codes.contains(new ExitStatus(code))))
        .containsExactly(1, 75, 76, 77, 78);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "256    | an exit code must be from 0 to 255, but was 256",
        "5-3    | the end of a range of exit codes must not be less than its start, but was 5-3",
        "x      | expected exit codes such as 1,75-78, but found 'x'",
        "1,     | expected exit codes such as 1,75-78, but found ''",
        "-1     | expected exit codes such as 1,75-78, but found ''",
      })
  void refuses_other_text(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExitCodes.parse(text))
        .withMessage(message);
  }
}
