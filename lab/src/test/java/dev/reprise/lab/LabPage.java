package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/**
 * The page of the Lab in one Chromium, which all test classes share, because a browser takes long
 * to start. It is closed when the JVM ends.
 */
final class LabPage {

  /** A small experiment with two runs. */
  static final String FEW =
      "#scenario=outage-hang&rate=7&workers=1&queue=60&fault-start=5s&fault-length=5s&watch=30s&runs=2";

  /** Whether two runs are drawn. */
  static final String DONE = "document.documentElement.dataset.done === '2'";

  /** A policy for clients that change a row. */
  static final String ENDLESS =
      "full: maxAttempts=unlimited within=unlimited"
          + " backoff=exponential(10ms, x2, cap=2s, jitter=full); budget=unlimited";

  private static LabPage shared;

  private final PageServer server;
  private final DevTools page;

  private LabPage() throws Exception {
    checkEngine();
    Chromium chromium = Chromium.find(Pages.DIRECTORY);
    server = new PageServer();
    page = DevTools.open(chromium, server.address("licences.txt"), 1360, 900);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  /** A quick build keeps the engine of an earlier one, which may not fit the page. */
  private static void checkEngine() throws IOException {
    FileTime compiled = Files.getLastModifiedTime(Pages.WEB.resolve("engine.wasm"));
    for (String folder : List.of("src/main/java", "src/teavm")) {
      try (Stream<Path> sources = Files.walk(Path.of(folder))) {
        assertThat(sources.filter(Files::isRegularFile))
            .as("sources of the engine changed since it was compiled: -Dlab.engine=process-classes")
            .noneMatch(source -> source.toFile().lastModified() > compiled.toMillis());
      }
    }
  }

  private void close() {
    page.close();
    server.close();
  }

  /** Returns the page; skips the calling test if there is no browser. */
  static synchronized LabPage shared() throws Exception {
    if (shared == null) {
      shared = new LabPage();
    }
    return shared;
  }

  PageServer server() {
    return server;
  }

  DevTools page() {
    return page;
  }

  /** Shows the small experiment in a usual window, with light colours. */
  void start() throws Exception {
    page.show(1360, 900, false);
    if (page.evaluate("return location.pathname").equals("/index.html")) {
      open(FEW);
    } else {
      page.open(server.address("index.html" + FEW));
      page.await(DONE);
    }
  }

  /** Opens the fragment of an address that has two runs, and waits until they are drawn. */
  void open(String fragment) throws Exception {
    page.evaluate(
        "delete document.documentElement.dataset.done; location.hash = '#scenario=failing-share&runs=1';"
            + " await new Promise(resume => setTimeout(resume));"
            + (" location.hash = '" + fragment + "'; return 0;"));
    page.await(DONE + " && document.getElementById('error').hidden");
  }

  /** Sets the text of a field, as if it was typed. */
  void enter(String selector, String value) throws Exception {
    page.evaluate(
        ("const field = document.querySelector('" + selector + "'); field.value = '" + value + "';")
            + " field.dispatchEvent(new Event('input')); return 0");
  }

  /** Fails if the page has written on the console. */
  void checkConsole() throws Exception {
    // A hint that Chromium gives for axe, which reads the pixels of the charts.
    assertThat(page.browser().console())
        .filteredOn(line -> !line.contains("willReadFrequently"))
        .isEmpty();
  }
}
