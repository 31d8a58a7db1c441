package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.argument.NumberConverters;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AdviseCommandTest {

  /** A service so small that its simulation takes little time. */
  private static final String[] SMALL = {
    "--load=40", "--capacity=80/s", "--p50=20ms", "--pods=2", "--errors=2s", "--seeds=1"
  };

  private static final String[] OVERLOADED = {
    "--load=120", "--capacity=80/s", "--p50=20ms", "--errors=2s", "--seeds=1"
  };

  @TempDir private Path folder;

  private static SimulateCommandTest.Ended advise(String[] first, String... others) {
    List<String> words = new ArrayList<>(Arrays.asList(first));
    words.addAll(Arrays.asList(others));
    CommandLine line = new CommandLine(new AdviseCommand());
    NumberConverters.register(line);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    int code = line.execute(words.toArray(String[]::new));
    return new SimulateCommandTest.Ended(code, out.toString(), err.toString());
  }

  @Test
  void names_a_policy_with_three_reasons() {
    SimulateCommandTest.Ended ended = advise(SMALL);
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains("40 calls/s of 2 pods to a server of 80/s", "fails")
        .contains("  policy  maxAttempts=", "  1. ", "  2. ", "  3. ", "RetryPolicy.builder()");
  }

  @Test
  void the_cost_says_that_an_interruption_has_no_advice() {
    StringWriter printed = new StringWriter();
    ProgressWatch.announce(new PrintWriter(printed), 25, 1e9, 1, ProgressWatch.NOTHING);
    assertThat(printed.toString()).contains("; Ctrl-C ends them without a result");
  }

  @Test
  void rates_may_be_by_minute_or_hour() {
    SimulateCommandTest.Ended ended =
        advise(
            new String[] {
              "--load=2400/min", "--capacity=288000/h", "--p50=20ms", "--errors=2s", "--seeds=1"
            });
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).startsWith("40 calls/s of 10 pods to a server of 80/s");
  }

  @Test
  void says_plainly_that_nothing_helps_above_the_capacity() {
    SimulateCommandTest.Ended ended = advise(OVERLOADED, "--figure=" + folder + "/a.svg");
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("No retry policy can help: 120 calls/s come");
    assertThat(folder.resolve("a.svg")).exists();
  }

  @Test
  void draws_the_figure_as_png() throws IOException {
    assertThat(advise(OVERLOADED, "--figure=" + folder + "/a.PNG").code()).isZero();
    assertThat(Files.readAllBytes(folder.resolve("a.PNG"))).startsWith(0x89, 'P', 'N', 'G');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--load=0     | --load must be from 1/s to 1000000/s, but was 0/s",
        "--load=10/min | --load must be from 1/s to 1000000/s, but was 0.166667/s",
        "--load=many  | --load must be a rate such as 2000/s, 500/min or 2000, but was many",
        "--load=9d    | --load must be a rate such as 2000/s, 500/min or 2000, but was 9d",
        "--load=4/day | --load must be a rate such as 2000/s, 500/min or 2000, but was 4/day",
        "--pods=0     | --pods must be from 1 to 100000, but was 0",
        "--p50=3      | --p50: expected a unit of time",
        "--p99=1ms    | --p99 must be from 20ms to 1h, but was 1ms",
        "--hang=3s    | only one of --hang, --errors, --brown-out and --slow can be given",
        "--errors=1ms | --errors: the length of the fault must be from 1s to 1h, but was 1ms",
        "--failing=x% | --failing must be a share such as 0.01 or 1%, but was x%",
        "--failing=1  | --failing must be from 0 to 0.9, but was 1",
        "--queue=-1   | --queue must be from 0 to 10000000, but was -1",
        "--seeds=0    | --seeds must be from 1 to 1000000, but was 0",
        "--figure=no/a | --figure must be a file that can be written, but was no/a",
      })
  void a_mistake_is_named_with_its_option_and_its_range(String option, String message) {
    String name = option.substring(0, option.indexOf('='));
    String[] others =
        Arrays.stream(SMALL).filter(word -> !word.startsWith(name + "=")).toArray(String[]::new);
    SimulateCommandTest.Ended ended = advise(others, option);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(message);
    assertThat(ended.out()).isEmpty();
  }
}
