package dev.reprise.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.preset.Presets;
import dev.reprise.simulator.tune.Goal;
import dev.reprise.simulator.tune.Space;
import dev.reprise.testing.UntrustedText;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that names and texts of files and options are printed on one line, bounded and escaped. */
class UntrustedTextTest {

  /** The maximum length of a key in YAML, counted with its escapes. */
  private static final int LONGEST_SCALAR = 150;

  private static final Scenario SCENARIO = Scenarios.all().values().iterator().next();
  private static final Space SPACE =
      Space.around(ContenderText.parse("a: maxAttempts=3 backoff=exponential(10ms, x2)"));

  static Stream<Arguments> doors() {
    return Stream.of(
        input("scenario", text -> Scenarios.named("a" + text)),
        input("preset", text -> Presets.named("a" + text)),
        input("contender", text -> ContenderText.parse("/" + text)),
        input("label", text -> ContenderText.of("/" + text, "maxAttempts=2", "standard")),
        input("policy", text -> ContenderText.of("a", "maxAttempts=a" + text, "standard")),
        input("goal", text -> Goal.parse("/" + text)),
        input("bound", text -> Goal.parse("minimise work subject to /" + text)),
        input("part", text -> SPACE.with("a" + text, "1")),
        input("choice", text -> SPACE.with("factor", "a" + text)),
        input("setting", text -> SCENARIO.settings().with("a" + text, "1")),
        input("key", text -> file("\"a%s\": 1", text)),
        input(
            "parameter",
            text -> file("scenario: " + SCENARIO.name() + "\nparameters:\n  \"a%s\": 1", text)),
        input("value", text -> file("scenario: " + SCENARIO.name() + "\nseeds: \"a%s\"", text)),
        input("scenario of a file", text -> file("scenario: \"a%s\"", text)),
        input("name of a file", text -> ScenarioFile.parse(text, "seeds: x")));
  }

  private static Arguments input(String name, Function<String, Object> refused) {
    UnaryOperator<String> shows = text -> message(refused, text);
    return Arguments.of(name, shows);
  }

  /** Returns a double-quoted scalar in which every character is written by its number. */
  private static Object file(String yaml, String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars()
        .limit(LONGEST_SCALAR)
        .forEach(unit -> escaped.append("\\u").append(HexFormat.of().toHexDigits((char) unit)));
    return ScenarioFile.parse("a.yaml", String.format(yaml, escaped));
  }

  private static String message(Function<String, Object> refused, String text) {
    try {
      return "not refused: " + refused.apply(text);
    } catch (IllegalArgumentException expected) {
      return String.valueOf(expected.getMessage());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_printed_on_one_bounded_and_escaped_line(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).doesNotStartWith("not refused");
    UntrustedText.assertPrintable(shows);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void no_name_resembles_a_long_one(String text) {
    assertThat(Names.nearest(text, List.of("work", "time"))).isEmpty();
  }

  static List<String> texts() {
    return UntrustedText.longSamples();
  }
}
