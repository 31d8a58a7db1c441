package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the engine in Chromium with the engine on the JVM, bit by bit. */
class EngineInBrowserTest {

  private static final String GRID = "grid.json";
  private static final Pattern MEAN = Pattern.compile("\"mean\":[^,]*,");

  private static PageServer server;
  private static DevTools page;

  @BeforeAll
  static void start() throws Exception {
    page = LabPage.shared().page();
    server = new PageServer(Path.of("src/test/web").toAbsolutePath());
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      LabPage.shared().checkConsole();
      server.close();
    }
  }

  private static List<String> lines(List<String> requests) {
    List<String> lines = new ArrayList<>();
    LabEngine engine = new LabEngine();
    for (int index = 0; index < requests.size(); index++) {
      engine.prepare(requests.get(index));
      LabRequest request = LabRequest.parse(requests.get(index));
      int contenders = request.scenario().contenders().size();
      for (int run = 0; run < request.runs(); run++) {
        for (int contender = 0; contender < contenders; contender++) {
          lines.add(index + " " + run + " " + contender + " " + hex(engine.run(contender, run)));
        }
      }
      for (int contender = 0; contender < contenders; contender++) {
        lines.add(index + " bands " + contender + " " + hex(engine.bands(contender)));
      }
      lines.add(index + " summary " + engine.summary());
      lines.add(index + " verdict " + engine.verdict());
      for (int point : sweep(requests.get(index))) {
        for (int contender = 0; contender < contenders; contender++) {
          String at = index + " sweep " + point + " " + contender + " ";
          lines.add(at + hex(engine.sweep(contender, point)));
          lines.add(at + hex(engine.sweepBands(contender)));
        }
      }
    }
    return lines;
  }

  /** Returns some points of the sweep over the number of clients, where the scenario has one. */
  private static int[] sweep(String request) {
    return new LabEngine().prepare(request).contains("\"sweep\":")
        ? new int[] {0, 9, 18}
        : new int[0];
  }

  private static String hex(double[] numbers) {
    StringBuilder text = new StringBuilder();
    for (double number : numbers) {
      // All NaN are one: their other bits depend on the processor.
      text.append(HexFormat.of().toHexDigits(Double.doubleToLongBits(number))).append(' ');
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wasm", "script"})
  void some_scenarios_have_the_bits_of_the_jvm(String engine) throws Exception {
    check(engine, "some", Grid.few());
  }

  @Test
  void the_short_requests_have_a_mean_of_four_digits_that_is_rounded() {
    assertThat(String.join("\n", lines(List.of(Grid.roundedMean())))).contains("\"102 +- 0.5\"");
  }

  @Test
  void the_grid_has_every_backoff_and_budget() {
    String all = String.join("\n", Grid.requests(1));

    assertThat(Grid.BACKOFFS).allSatisfy(backoff -> assertThat(all).contains("=" + backoff));
    assertThat(Grid.BUDGETS).allSatisfy(budget -> assertThat(all).contains("budget=" + budget));
  }

  @Test
  @Tag("proof")
  void the_grid_has_the_bits_of_the_jvm_in_webassembly() throws Exception {
    check("wasm", "all", Grid.requests(2));
  }

  @Test
  @Tag("proof")
  void the_grid_has_the_bits_of_the_jvm_in_javascript() throws Exception {
    check("script", "all", Grid.requests(1));
  }

  private static void check(String engine, String name, List<String> requests) throws Exception {
    JsonWriter json = new JsonWriter().array();
    requests.forEach(json::value);
    server.add(GRID, json.endArray().text());
    String answer = engine + "-" + name;
    page.open(server.address("grid.html?engine=" + engine + "&name=" + answer));
    List<String> expected = lines(requests);
    List<String> lines = new ArrayList<>(server.answer(answer).lines().toList());
    assertThat(lines.remove(0)).isEqualTo("engine " + engine);
    assertThat(lines.remove(0)).isEqualTo("catalogue " + new LabEngine().catalogue());
    assertThat(lines).hasSameSizeAs(expected).hasSizeGreaterThan(8 * requests.size());
    for (int i = 0; i < lines.size(); i++) {
      assertThat(withoutMeans(lines.get(i)))
          .as("line %d", i)
          .isEqualTo(withoutMeans(expected.get(i)));
    }
  }

  /** JDKs print doubles differently; the bits are compared, and the text of the figures. */
  private static String withoutMeans(String line) {
    return MEAN.matcher(line.strip()).replaceAll("");
  }
}
