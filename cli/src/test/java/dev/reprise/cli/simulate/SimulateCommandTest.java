package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.preset.Presets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class SimulateCommandTest {

  private static final String EXAMPLE = "../examples/scenarios/checkout-outage.yaml";

  @TempDir private Path folder;

  /** The end of a command. */
  record Ended(int code, String out, String err) {}

  static Ended simulate(String... words) {
    List<String> arguments = new ArrayList<>(List.of("simulate"));
    arguments.addAll(Arrays.asList(words));
    CommandLine line = SimulateCommand.create(arguments.toArray(String[]::new));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    int code = line.execute(words);
    return new Ended(code, out.toString(), err.toString());
  }

  @Test
  void lists_the_scenarios_with_a_line_each() {
    Ended ended = simulate();
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains(Scenarios.all().keySet());
    assertThat(ended.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  static Collection<Scenario> scenarios() {
    return Scenarios.all().values();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void helps_with_each_parameter_and_policy_of_each_scenario(Scenario scenario) {
    CommandLine line = SimulateCommand.create("simulate", scenario.name());
    String usage = line.getSubcommands().get(scenario.name()).getUsageMessage();
    scenario
        .settings()
        .parameters()
        .forEach(parameter -> assertThat(usage).contains("--" + parameter.name() + "=VALUE"));
    scenario.contenders().forEach(contender -> assertThat(usage).contains(contender.label()));
    scenario.model().metrics().forEach(metric -> assertThat(usage).contains(metric.name()));
    assertThat(usage).doesNotContain("null", "%n");
    assertThat(usage.lines()).allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void compares_policies_over_a_sweep_and_writes_csv() throws Exception {
    Path csv = folder.resolve("out.csv");
    Ended ended =
        simulate(
            "aws-contention",
            "--clients",
            "5,10",
            "--algorithms",
            "none,exponential,equal,full,decorrelated",
            "--seeds",
            "20",
            "--seed",
            "7",
            "--csv",
            csv.toString());
    assertThat(ended.code()).isZero();
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0))
        .isEqualTo(
            "clients,policy,seeds,calls_mean,calls_standard_error,time_ms_mean,"
                + "time_ms_standard_error");
    assertThat(lines.subList(1, 11))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("5,none,20,"),
            line -> assertThat(line).startsWith("5,exponential,20,"),
            line -> assertThat(line).startsWith("5,equal,20,"),
            line -> assertThat(line).startsWith("5,full,20,"),
            line -> assertThat(line).startsWith("5,decorrelated,20,"),
            line -> assertThat(line).startsWith("10,none,20,"),
            line -> assertThat(line).startsWith("10,exponential,20,"),
            line -> assertThat(line).startsWith("10,equal,20,"),
            line -> assertThat(line).startsWith("10,full,20,"),
            line -> assertThat(line).startsWith("10,decorrelated,20,"));
    assertThat(ended.out())
        .startsWith("aws-contention: 20 runs each, base seed 7\n")
        .contains("difference to none, paired by seed");
  }

  @Test
  void prints_the_same_for_the_same_seed_whatever_the_threads() {
    String[] words = {"aws-contention", "--clients", "10", "--seeds", "30", "--threads"};
    String one = simulate(with(words, "1")).out();
    assertThat(simulate(with(words, "4")).out()).isEqualTo(one);
    assertThat(simulate(with(words, "1", "--seed", "2")).out()).isNotEqualTo(one);
  }

  private static String[] with(String[] words, String... more) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(Arrays.asList(more));
    return all.toArray(String[]::new);
  }

  @Test
  void compares_given_policies_and_those_of_other_libraries() {
    Ended ended =
        simulate(
            "aws-contention",
            "--clients=5",
            "--seeds=3",
            "--policy=my own: maxAttempts=unlimited within=1m backoff=fixed(5ms); budget=unlimited",
            "--policy=other: maxAttempts=2",
            "--preset=grpc",
            "--only=my own,grpc,other,full");
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains("difference to my own", "\ngrpc ", "\nother ", "\nfull ")
        .contains("clients gave up without success")
        .doesNotContain("exponential");
  }

  @Test
  void writes_json_with_each_run() throws Exception {
    Path json = folder.resolve("out.json");
    simulate("aws-contention", "--clients=3,4", "--only=full,none", "--seeds=5", "--json=" + json);
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertThat(result.get("version").asInt()).isEqualTo(1);
    assertThat(result.get("scenario").asText()).isEqualTo("aws-contention");
    assertThat(result.get("parameters").get("latency").asText()).isEqualTo("10ms");
    assertThat(result.get("sweep").get("clients")).hasSize(2);
    assertThat(result.get("complete").asBoolean()).isTrue();
    assertThat(result.get("cells")).hasSize(4);
    JsonNode cell = result.get("cells").get(1);
    assertThat(cell.get("point").get("clients").asText()).isEqualTo("3");
    assertThat(cell.get("contender").asText()).isEqualTo("none");
    assertThat(cell.get("metrics").get("calls").get("values")).hasSize(5);
    assertThat(cell.get("metrics").get("calls").get("mean").asDouble()).isGreaterThan(3);
    assertThat(result.get("verdict")).isNotEmpty();
  }

  @Test
  @Tag("proof")
  void runs_the_example_file() {
    Ended ended = simulate(EXAMPLE);
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .startsWith("checkout-outage: ")
        .contains("at rate 250:", "at rate 400:", "difference to ours")
        .contains("no budget: stuck: Q/mu = ");
  }

  @Test
  void options_override_the_example_file() {
    Ended overridden = simulate(EXAMPLE, "--rate", "250", "--seeds", "1", "--only", "ours");
    assertThat(overridden.code()).isZero();
    assertThat(overridden.out()).contains("rate 250").doesNotContain("at rate", "no budget");
  }

  @Test
  void the_guide_shows_the_example_file() throws Exception {
    assertThat(Files.readString(Path.of("../docs/guide/simulate.md")))
        .contains("```yaml\n" + Files.readString(Path.of(EXAMPLE)) + "```");
  }

  @Test
  void writes_a_page_that_contains_the_command() throws Exception {
    Path html = folder.resolve("a page.html");
    simulate("aws-contention", "--clients=3,4", "--only=full,none", "--seeds=5", "--html=" + html);
    assertThat(html)
        .content()
        .contains("<svg", "aws-contention", "policies are the same in practice")
        .contains("--clients=3,4 --only=full,none --seeds=5")
        .doesNotContain("<script");
  }

  @Test
  void writes_the_figures_as_png() throws Exception {
    Path png = folder.resolve("pictures");
    Ended ended = simulate("aws-contention", "--only=none", "--seeds=2", "--png=" + png);
    assertThat(ended.code()).as(ended.err()).isZero();
    try (var pictures = Files.list(png)) {
      assertThat(pictures)
          .isNotEmpty()
          .allSatisfy(
              picture ->
                  assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G', '\r'));
    }
  }

  @Test
  void searches_policies_for_a_goal() {
    Ended ended =
        simulate(
            "tune",
            "minimise work subject to time_ms<3500",
            "--in=aws-contention",
            "--set=clients=20",
            "--candidates=10",
            "--seeds=3");
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("Best:", "RetryPolicy.builder()").matches("\\p{ASCII}*");
  }

  @Test
  void searches_at_several_loads_unless_one_is_given() {
    String[] words = {"tune", "work", "--in=failing-share", "--candidates=2", "--seeds=1"};
    assertThat(simulate(with(words, "--set=length=1s")).out())
        .contains("failing-share at rate 80, failing-share at rate 100, failing-share at rate 120");
    assertThat(simulate(with(words, "--set=length=1s", "--set=rate=50")).out())
        .contains("in failing-share; ");
    assertThat(simulate(with(words, "--set=length=1s", "--set=rate=20,50")).out())
        .contains("in failing-share at rate 20, failing-share at rate 50; ");
  }

  @Test
  void lists_the_presets_with_their_flaws_and_sources() {
    Ended ended = simulate("presets");
    assertThat(ended.code()).isZero();
    Presets.all().forEach(preset -> assertThat(ended.out().lines()).contains(preset.name()));
    assertThat(ended.out())
        .contains("  policy    maxAttempts=4", "  flaw      does not wait", "  source    ");
    assertThat(ended.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(simulate().out()).contains("reprise simulate presets");
  }

  @ParameterizedTest
  @CsvSource({
    "25, 2e7, 1, ''",
    "25, 2.1e7, 1, '25 runs, up to 21 million events, about 7 s at most'",
    "1, 2e9, 2, '1 run, up to 2000 million events, about 6 min at most'",
    "25, 1e12, 1, '25 runs, up to 1000000 million events, about 93 h at most'",
  })
  void the_cost_of_long_simulations_is_printed_before_they_start(
      int runs, double events, int threads, String message) {
    StringWriter printed = new StringWriter();
    ProgressWatch.announce(new PrintWriter(printed), runs, events, threads, ProgressWatch.PARTIAL);
    assertThat(printed.toString())
        .isEqualTo(
            message.isEmpty()
                ? ""
                : "reprise: "
                    + message
                    + "; Ctrl-C prints the results so far"
                    + System.lineSeparator());
  }

  @Test
  void draws_figures() {
    Path figures = folder.resolve("figures");
    Ended ended = simulate("figures", "--out=" + figures, "--seven", "--seeds=1");
    assertThat(ended.code()).isZero();
    assertThat(ended.out().lines()).hasSize(9).last().asString().startsWith("The law");
    assertThat(figures).isDirectoryContaining("glob:**/1-completion-none.svg");
    assertThat(figures.resolve("figures.html")).content().contains("<svg");
  }

  @Test
  void all_mistakes_of_a_file_are_reported() throws Exception {
    Path file = folder.resolve("wrong.yaml");
    Files.writeString(file, "scenario: outage-hang\nparameters:\n  rat: 3\n  queue: x\n");
    Ended ended = simulate(file.toString(), "--rate", "3");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .contains("wrong.yaml:3: there is no parameter rat; did you mean rate?")
        .contains("wrong.yaml:4: queue must be a whole number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aws-contnetion --clients 3 | there is no scenario aws-contnetion; did you mean"
            + " aws-contention? There are",
        "aws-contention --client 3 | there is no parameter or option client; did you mean clients?"
            + " There are clients, latency",
        "aws-contention --clients x | clients must be a whole number from 1 to 1000000, but was x",
        "aws-contention --clients 0 | clients must be a whole number from 1 to 1000000, but was 0",
        "aws-contention --clients | Missing required parameter for option '--clients'",
        "aws-contention --only ful | there is no policy ful; did you mean full? There are full,",
        "aws-contention --preset grp | there is no preset grp; did you mean grpc? There are",
        "aws-contention --metrics call | there is no metric call; did you mean calls? There are",
        "aws-contention --policy maxAttempts=3 | a contender must be written \"label: policy;"
            + " budget=budget\"",
        "aws-contention --policy x:maxAttempts=0 | x: maxAttempts must be at least 1, but was 0",
        "aws-contention --policy full:maxAttempts=2 | a policy with the label full already exists",
        "aws-contention --seeds 0 | --seeds must be from 1 to 1000000, but was 0",
        "aws-contention --threads 0 | --threads must be at least 1, but was 0",
        "aws-contention --clients 1..1000:1000 --seeds 100000 | the number of runs must be at most"
            + " 10000000, but was",
        "aws-contention --csv /no/such/folder/x | --csv must be a file that can be written",
        "aws-contention --png ../pom.xml | --png must be a directory",
        "aws-contention 3 | unexpected argument 3: write the name of the option before",
        "outage-hang --fault hung | fault must be one of none, hang, ",
        "--seeds 3 aws-contention | the scenario or file must precede options such as --seeds",
        "tune --in aws-contention minimise-nothing | there is no metric",
        "tune --in nowhere work | there is no scenario nowhere; there are",
        "tune --in aws-contention --set client=3 work | there is no parameter client; there"
            + " are",
        "tune work | Missing required option: '--in=SCENARIO|FILE'",
        "figures | Missing required option: '--out=DIR'",
        "figures --out x --seeds 0 | --seeds must be from 1 to 1000000, but was 0",
        "nosuch.yaml | cannot read nosuch.yaml: no such file or directory",
      })
  void a_mistake_is_reported_with_the_valid_values(String words, String message) {
    Ended ended = simulate(words.split(" "));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(message);
    assertThat(ended.out()).isEmpty();
  }
}
