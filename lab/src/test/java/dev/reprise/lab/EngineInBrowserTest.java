package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the engine in Chromium with the engine on the JVM, bit by bit. */
class EngineInBrowserTest {

  private static final int RUNS = 2;

  private static final Pattern MEAN = Pattern.compile("\"mean\":[^,]*,");

  private static Chromium chromium;
  private static PageServer server;
  private static List<String> expected;

  @BeforeAll
  static void simulate_on_the_jvm() throws Exception {
    chromium = Chromium.find(Pages.DIRECTORY);
    server = new PageServer(Pages.WEB, Path.of("src/test/web").toAbsolutePath());
    List<String> requests = Grid.requests(RUNS);
    JsonWriter json = new JsonWriter().array();
    requests.forEach(json::value);
    server.add("grid.json", json.endArray().text());
    expected = lines(requests);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
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
      for (int run = 0; run < RUNS; run++) {
        for (int contender = 0; contender < contenders; contender++) {
          lines.add(index + " " + run + " " + contender + " " + hex(engine.run(contender, run)));
        }
      }
      for (int contender = 0; contender < contenders; contender++) {
        lines.add(index + " bands " + contender + " " + hex(engine.bands(contender)));
      }
      lines.add(index + " summary " + engine.summary());
    }
    return lines;
  }

  private static String hex(double[] numbers) {
    StringBuilder text = new StringBuilder();
    for (double number : numbers) {
      // All NaN are one: their other bits depend on the processor.
      text.append(String.format(Locale.ROOT, "%016x ", Double.doubleToLongBits(number)));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wasm", "script"})
  void gives_the_bits_of_the_jvm(String engine) throws Exception {
    try (Chromium.Opened page = chromium.open(server.address("grid.html?engine=" + engine))) {
      List<String> lines = new ArrayList<>(server.answer("grid-" + engine).lines().toList());
      assertThat(lines.remove(0)).isEqualTo("engine " + engine);
      assertThat(lines.remove(0)).isEqualTo("catalogue " + new LabEngine().catalogue());
      assertThat(lines).hasSameSizeAs(expected).hasSizeGreaterThan(400);
      for (int i = 0; i < lines.size(); i++) {
        // JDKs print doubles differently; the bits are compared, and the text of the figures.
        assertThat(MEAN.matcher(lines.get(i).strip()).replaceAll(""))
            .as("line %d", i)
            .isEqualTo(MEAN.matcher(expected.get(i).strip()).replaceAll(""));
      }
      assertThat(page.console()).isEmpty();
    }
  }
}
