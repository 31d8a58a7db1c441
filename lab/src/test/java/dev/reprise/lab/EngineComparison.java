package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Compares the engine in a browser with the engine on the JVM, bit by bit. */
final class EngineComparison {

  private static final String GRID = "grid.json";
  private static final Pattern MEAN = Pattern.compile("\"mean\":[^,]*,");

  private final PageServer server;

  EngineComparison(PageServer server) {
    this.server = server;
  }

  /** Returns the address of the page that simulates the requests. */
  String address(String engine, String name, List<String> requests) {
    JsonWriter json = new JsonWriter().array();
    requests.forEach(json::value);
    server.add(GRID, json.endArray().text());
    return server.address("grid.html?engine=" + engine + "&name=" + engine + "-" + name);
  }

  /** Waits for the results of the page, and compares them. */
  void check(String engine, String name, List<String> requests) throws Exception {
    List<String> expected = lines(requests);
    List<String> lines = new ArrayList<>(server.answer(engine + "-" + name).lines().toList());
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

  /** Returns what the engine computes on the JVM. */
  static List<String> lines(List<String> requests) {
    List<String> lines = new ArrayList<>();
    LabEngine engine = new LabEngine();
    for (int index = 0; index < requests.size(); index++) {
      engine.prepare(requests.get(index));
      LabRequest request = LabRequest.parse(requests.get(index));
      int contenders = request.scenario().contenders().size();
      for (int run = 0; run < request.runs(); run++) {
        for (int contender = 0; contender < contenders; contender++) {
          String at = index + " " + run + " " + contender + " " + engine.run(contender, run) + " ";
          lines.add(at + hex(engine.numbers(contender, run)));
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
}
