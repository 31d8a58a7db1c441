package dev.reprise.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.terminal.Colors.Mode;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColorModeTest {

  /** Each column is one source; a later one counts only if the earlier ones do not decide. */
  @ParameterizedTest
  @CsvSource({
    "ALWAYS, 1, 0, 0, dumb,  false, true",
    "NEVER,  ,  1, 1, xterm, true,  false",
    "AUTO,   1, 1, 1, xterm, true,  false",
    "AUTO,   0, 1, 1, xterm, true,  false",
    "AUTO,   '', 1, 0, dumb,  false, true",
    "AUTO,   ,  1, 0, dumb,  false, true",
    "AUTO,   ,  0, ,  xterm, false, false",
    "AUTO,   ,  0, ,  xterm, true,  true",
    "AUTO,   ,  '', , xterm, false, false",
    "AUTO,   ,  ,  0, xterm, true,  false",
    "AUTO,   ,  ,  1, xterm, true,  true",
    "AUTO,   ,  ,  1, xterm, false, false",
    "AUTO,   ,  ,  ,  dumb,  true,  false",
    "AUTO,   ,  ,  ,  '',    true,  true",
    "AUTO,   ,  ,  ,  ,      true,  true",
    "AUTO,   ,  ,  ,  xterm, false, false"
  })
  void the_option_precedes_the_environment_and_that_the_terminal(
      Mode mode,
      String noColor,
      String force,
      String color,
      String term,
      boolean terminal,
      boolean coloured) {
    Map<String, String> environment = new HashMap<>();
    environment.put("NO_COLOR", noColor);
    environment.put("CLICOLOR_FORCE", force);
    environment.put("CLICOLOR", color);
    environment.put("TERM", term);
    assertThat(Colors.on(mode, environment::get, "Linux", terminal)).isEqualTo(coloured);
  }

  @ParameterizedTest
  @CsvSource({", false", "1, true"})
  void on_windows_only_a_terminal_that_understands_escapes_is_coloured(
      String session, boolean coloured) {
    Map<String, String> environment = new HashMap<>();
    environment.put("WT_SESSION", session);
    assertThat(Colors.on(Mode.AUTO, environment::get, "Windows 11", true)).isEqualTo(coloured);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "12", "012"})
  void the_launcher_names_the_streams_that_are_terminals(String terminals) {
    for (StandardStream stream : StandardStream.values()) {
      assertThat(stream.isTerminal(terminals))
          .isEqualTo(terminals.contains(Integer.toString(stream.ordinal())));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "always", "never"})
  void a_mode_prints_as_the_text_that_it_parses(String text) {
    assertThat(Mode.parse(text)).hasToString(text);
  }
}
