package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.page.PageFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Tests of the files of the page, as the build writes them. */
class PageFilesTest {

  private static final int MOST_BYTES = 600 * 1024;
  private static final String FALLBACK = "engine-script.js";

  /** Compiled code, which contains the sources of publications, and libraries. */
  private static final Set<String> FOREIGN =
      Set.of("engine-script.js", "uPlot.iife.min.js", "uPlot.min.css");

  /** The name of SVG in XML, which no browser requests. */
  private static final String SVG = "http://www.w3.org/2000/svg";

  private static final Pattern ADDRESS = Pattern.compile("https?://[^\"'\\s<)]+");

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(Pages.WEB)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static int compressed(Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      Files.copy(file, gzip);
    }
    return bytes.size();
  }

  @Test
  void page_and_wasm_have_at_most_600_kilobytes_compressed() throws IOException {
    int total = 0;
    for (Path file : files()) {
      if (!file.endsWith(FALLBACK)) {
        total += compressed(file);
      }
    }
    int engine = compressed(Pages.WEB.resolve("engine.wasm"));
    System.out.printf("page and Wasm: %,d bytes compressed, Wasm alone %,d%n", total, engine);
    assertThat(engine).isBetween(100_000, total);
    assertThat(total).isLessThanOrEqualTo(MOST_BYTES);
  }

  @Test
  void every_file_is_served_and_no_other() throws IOException {
    assertThat(files())
        .extracting(file -> Pages.WEB.relativize(file).toString().replace('\\', '/'))
        .containsExactlyInAnyOrderElementsOf(PageFile.names());
  }

  @Test
  void the_page_forbids_foreign_code_and_addresses() throws IOException {
    String page = Files.readString(Pages.WEB.resolve("index.html"));
    assertThat(page)
        .contains(
            "content=\"default-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'\"")
        .doesNotContain("unsafe-inline", " style=", "<style", "onclick");
    for (Path file : files()) {
      String name = file.getFileName().toString();
      if (name.matches(".*\\.(?:js|html|css)") && !FOREIGN.contains(name)) {
        assertThat(ADDRESS.matcher(Files.readString(file)).results().map(found -> found.group()))
            .as(name)
            .filteredOn(address -> !address.equals(SVG))
            .isEmpty();
      }
    }
  }

  @Test
  void licences_of_foreign_code_are_shipped() throws IOException {
    assertThat(Files.readString(Pages.WEB.resolve("uplot/LICENSE")))
        .contains("MIT", "Leon Sorokin");
    assertThat(Files.readString(Pages.WEB.resolve("licences.txt")))
        .contains("TeaVM 0.15.0", "Apache License 2.0", "ThreeTen", "uPlot 1.6.30");
  }
}
