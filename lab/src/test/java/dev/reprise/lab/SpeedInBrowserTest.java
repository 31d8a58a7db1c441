package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Prints the events per second of the engine in Chromium and on the JVM, by turns, each after as
 * many events to warm up; in the first round the JVM is cold all the same. With several rounds,
 * {@code -Dspeed.rounds=3}, the fallback in JavaScript too, which takes five times as long.
 */
@Tag("proof")
class SpeedInBrowserTest {

  private static final int ROUNDS = Integer.getInteger("speed.rounds", 1);
  private static final List<String> REQUESTS =
      List.of(
          "scenario=aws-contention\nclients=300\nruns=400\ncontender=full",
          "scenario=outage-hang\nrate=140\nworkers=20\nqueue=2000\nwatch=120s\nruns=40\ncontender=standard",
          "scenario=outage-hang\nrate=140\nworkers=20\nqueue=2000\nwatch=120s\nruns=40\ncontender=no-budget");

  private static String speeds() {
    LabEngine engine = new LabEngine();
    List<String> lines = new ArrayList<>();
    for (String request : REQUESTS) {
      engine.prepare(request);
      long begun = 0;
      double events = 0;
      int runs = LabRequest.parse(request).runs();
      for (int run = 0; run < runs; run++) {
        if (run == runs / 2) {
          begun = System.nanoTime();
          events = 0;
        }
        events += engine.run(0, run);
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      lines.add(String.format(Locale.ROOT, "%.0f %.3f", events, events / seconds / 1e6));
    }
    return String.join("\n", lines);
  }

  @Test
  void handles_as_many_events_as_the_jvm_does() throws Exception {
    Chromium chromium = Chromium.find(Pages.DIRECTORY);
    try (PageServer server = new PageServer(Path.of("src/test/web").toAbsolutePath())) {
      JsonWriter json = new JsonWriter().array();
      REQUESTS.forEach(json::value);
      server.add("speed.json", json.endArray().text());
      for (int round = 0; round < ROUNDS; round++) {
        String jvm = speeds();
        print("JVM", jvm);
        boolean isFirstOfSeveral = round == 0 && ROUNDS > 1;
        for (String engine : isFirstOfSeveral ? List.of("wasm", "script") : List.of("wasm")) {
          String name = engine + "-" + round;
          String page = "speed.html?engine=" + engine + "&name=" + name;
          try (Chromium.Opened opened = chromium.open(server.address(page))) {
            String browser = server.answer(name);
            print(engine, browser);
            assertThat(events(browser)).isEqualTo(events(jvm)).hasSize(REQUESTS.size());
          }
        }
      }
    }
  }

  private static List<String> events(String lines) {
    return lines.lines().map(line -> line.replaceAll(" .*", "")).toList();
  }

  private static void print(String name, String lines) {
    System.out.println(
        name + ": million events/s " + lines.replaceAll("\\d+ ", "").replace("\n", ", "));
  }
}
