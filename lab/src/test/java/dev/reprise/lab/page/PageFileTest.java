package dev.reprise.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageFileTest {

  @Test
  void the_root_is_the_page() {
    PageFile page = PageFile.at("/").orElseThrow();
    assertThat(new String(page.content(), StandardCharsets.UTF_8)).contains("<title>Reprise Lab");
    assertThat(page.contentType()).isEqualTo("text/html; charset=utf-8");
  }

  @ParameterizedTest
  @CsvSource({
    "/engine.wasm, application/wasm",
    "worker.js, text/javascript; charset=utf-8",
    "/style.css, text/css; charset=utf-8",
    "/uplot/LICENSE, text/plain; charset=utf-8"
  })
  void a_file_has_its_type(String path, String type) {
    assertThat(PageFile.at(path).orElseThrow().contentType()).isEqualTo(type);
  }

  @Test
  void every_name_is_a_file() {
    assertThat(PageFile.names())
        .hasSizeGreaterThan(10)
        .allSatisfy(name -> assertThat(PageFile.at(name).orElseThrow().content()).isNotEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/none", "/../LabEngine.class", "//", "/uplot", "/uplot/", "/app.js/"})
  void any_other_path_is_no_file(String path) {
    assertThat(PageFile.at(path)).isEmpty();
  }
}
