package dev.reprise.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files that are malicious, or random. */
class MaliciousFilesTest {

  @Test
  void an_entity_expansion_attack_is_rejected_before_it_expands() {
    StringBuilder text = new StringBuilder("a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for (char next = 'b'; next <= 'i'; next++) {
      String before = "*" + (char) (next - 1);
      text.append(next).append(": &").append(next).append(" [");
      text.append((before + ", ").repeat(8)).append(before).append("]\n");
    }
    refused(text.toString(), "f:5: a file must have at most 20000 values, with aliases expanded");
  }

  @Test
  void an_unknown_or_recursive_alias_is_rejected() {
    refused("scenario: *nothing", "f:1: unknown anchor nothing");
    refused("parameters: &a\n  rate: *a", "f:2: unknown anchor a");
  }

  @Test
  void a_valid_alias_is_accepted() {
    String text =
        "scenario: brown-out\ncontenders:\n- {label: a, policy: &p maxAttempts=2}\n"
            + "- {label: b, policy: *p, budget: unlimited}";
    assertThat(ScenarioFile.parse("f", text).scenario().contenders()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[]]]",
        "scenario: !!java.lang.Runtime {}",
        "scenario: !custom x",
        "scenario: !!str brown-out",
        "!!set {scenario}",
      })
  void tags_are_rejected(String text) {
    refused(text, "f:1: tags are not supported, but there is ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? "})
  void deep_nesting_is_rejected(String step) {
    refused(step.repeat(100_000), "f:1: ");
  }

  @Test
  void the_depth_is_limited() {
    refused("[".repeat(17) + "]".repeat(17), "f:1: nesting must be at most 16 deep");
  }

  @Test
  void a_huge_file_is_not_read(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("huge.yaml");
    Files.writeString(file, "# " + "x".repeat(1 << 20) + "\n");
    assertThatThrownBy(() -> ScenarioFile.read(file))
        .isInstanceOf(ScenarioFileException.class)
        .hasMessage("huge.yaml: a scenario file must have at most 1048576 bytes");
  }

  @Test
  void too_many_values_are_rejected() {
    refused("a: [" + "1, ".repeat(30_000) + "1]", "f:1: a file must have at most 20000 values");
  }

  @Test
  void the_number_of_reported_errors_is_limited() {
    StringBuilder text = new StringBuilder("scenario: brown-out\nparameters:\n");
    for (int i = 0; i < 1000; i++) {
      text.append("  zzz").append(i).append(": 1\n");
    }
    assertThatThrownBy(() -> ScenarioFile.parse("f", text.toString()))
        .satisfies(thrown -> assertThat(thrown.getMessage()).hasLineCount(21))
        .hasMessageEndingWith("... and 980 more");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scenario: a\\nscenario: b | f:2: scenario occurs twice",
        "parameters: {rate: 1, rate: 2} | f:1: rate occurs twice",
        "? [a, b]\\n: c | f:1: a key must be a scalar",
        "a: b\\n---\\na: b | f:2: a second document begins here; a file must have one",
        "a: b: c | f:1: invalid YAML: mapping values are not allowed here",
        "a: 'b | f:1: invalid YAML: ",
        "a: \\u0007 | f:1: invalid YAML: ",
        "'' | f:1: the file is empty",
        "# nothing | f:1: the file is empty",
      })
  void a_file_without_a_scenario_is_rejected(String text, String message) {
    refused(text.replace("\\n", "\n").replace("\\u0007", "\u0007"), message);
  }

  @Test
  void random_text_causes_no_other_exception() {
    Random random = new Random(1);
    String letters = "ab:-[]{}&*!|>'\"#,? \n\t%@`~0";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(i % 2 == 0 ? "scenario: brown-out\n" : "");
      for (int j = random.nextInt(30); j >= 0; j--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      try {
        ScenarioFile.parse("f", text.toString());
      } catch (ScenarioFileException mistake) {
        assertThat(mistake).hasMessageStartingWith("f:");
      }
    }
  }

  @Test
  void invalid_utf_8_is_rejected(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("f");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2});
    assertThatThrownBy(() -> ScenarioFile.read(file)).isInstanceOf(ScenarioFileException.class);
    Files.write(file, "scenario: brown-out\nname: ü".getBytes(StandardCharsets.UTF_8));
    assertThat(ScenarioFile.read(file).scenario().name()).isEqualTo("ü");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> ScenarioFile.parse("f", text))
        .isInstanceOf(ScenarioFileException.class)
        .hasMessageStartingWith(message);
  }
}
