package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the engine in Chromium with the engine on the JVM, bit by bit. */
class EngineInBrowserTest {

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

  @ParameterizedTest
  @ValueSource(strings = {"wasm", "script"})
  void some_scenarios_have_the_bits_of_the_jvm(String engine) throws Exception {
    check(engine, "some", Grid.few());
  }

  @Test
  void the_short_requests_have_a_mean_of_four_digits_that_is_rounded() {
    assertThat(String.join("\n", EngineComparison.lines(List.of(Grid.roundedMean()))))
        .contains("\"102 +- 0.5\"");
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
    EngineComparison comparison = new EngineComparison(server);
    page.open(comparison.address(engine, name, requests));
    comparison.check(engine, name, requests);
  }
}
