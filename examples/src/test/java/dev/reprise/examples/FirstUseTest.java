package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Code and dependencies copied from README and guide work unchanged. */
class FirstUseTest {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\n(.*?)^```$");
  private static final String PASTED = "package com.example.demo;\n";
  private static final Pattern OWN_VERSION =
      Pattern.compile("<artifactId>reprise-build</artifactId>\\s*<version>([^<]+)</version>");
  private static final Pattern SHOWN_VERSION =
      Pattern.compile("<artifactId>reprise-[a-z-]+</artifactId>\\s*<version>([^<]+)</version>");

  @TempDir Path classes;

  @Test
  void the_first_snippet_of_the_readme_compiles_with_its_imports() throws Exception {
    Matcher snippet = SNIPPET.matcher(Files.readString(ROOT.resolve("README.md")));
    assertThat(snippet.find()).isTrue();
    String[] paragraphs = snippet.group(1).split("\n\\s*\n", 2);
    assertThat(paragraphs[0]).startsWith("import ");
    String source =
        paragraphs[0]
            + """

            abstract class FirstUse {
              abstract String fetch(String url) throws IOException;
              abstract String fetch(String url, Duration timeout) throws IOException;
              abstract CompletableFuture<String> fetchAsync(String url);
              void use(String url) throws IOException {
            """
            + paragraphs[1]
            + "}}";
    assertThat(messagesOfCompiling(source)).isEmpty();
  }

  /** A page whose first code is a whole file, so that it can be pasted into a new application. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "spring.md",
        "spring-http.md",
        "spring-test.md",
        "metrics.md",
        "traces.md",
        "declarative.md"
      })
  void the_first_snippet_of_a_page_is_a_whole_file(String name) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/guide").resolve(name));
    String snippet =
        SNIPPET
            .matcher(page)
            .results()
            .map(found -> found.group(1))
            .filter(code -> !code.lines().allMatch(line -> line.startsWith("import ")))
            .findFirst()
            .orElseThrow();
    assertThat(snippet).startsWith(PASTED);
  }

  @ParameterizedTest
  @MethodSource("pagesOfGuide")
  void every_file_on_a_page_is_a_file_of_the_build(Path page) throws IOException {
    assertThat(SNIPPET.matcher(Files.readString(page)).results())
        .map(snippet -> snippet.group(1))
        .filteredOn(snippet -> snippet.startsWith(PASTED))
        .isSubsetOf(filesToPaste());
  }

  private static List<String> filesToPaste() throws IOException {
    List<String> files = new ArrayList<>();
    for (String module : List.of("examples", "integrations/opentelemetry", "verification/spring")) {
      try (Stream<Path> sources =
          Files.list(ROOT.resolve(module).resolve("src/test/java/com/example/demo"))) {
        for (Path source : sources.toList()) {
          files.add(Files.readString(source));
        }
      }
    }
    return files;
  }

  static List<Path> pagesOfGuide() throws IOException {
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs/guide"))) {
      return pages.filter(page -> page.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pagesOfGuide")
  void every_page_of_the_guide_links_to_the_page_with_the_dependency_block(Path page)
      throws IOException {
    if (!page.endsWith("setup.md")) {
      assertThat(Files.readString(page)).containsPattern("\\(setup\\.md[)#]");
    }
  }

  @Test
  void the_versions_shown_are_the_version_of_the_build() throws IOException {
    Matcher own = OWN_VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(own.find()).isTrue();
    for (String page :
        List.of(
            "README.md",
            "docs/guide/setup.md",
            "docs/guide/declarative.md",
            "docs/guide/spring.md",
            "docs/guide/spring-test.md")) {
      Matcher shown = SHOWN_VERSION.matcher(Files.readString(ROOT.resolve(page)));
      assertThat(shown.results().map(found -> found.group(1)))
          .as(page)
          .isNotEmpty()
          .containsOnly(own.group(1));
    }
  }

  @Test
  void the_setup_page_names_every_module_of_the_bom() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/guide/setup.md"));
    Matcher modules =
        Pattern.compile("<artifactId>(reprise-[a-z-]+)</artifactId>\\s*<version>\\$")
            .matcher(Files.readString(ROOT.resolve("bom/pom.xml")));
    assertThat(modules.results().map(module -> "| `" + module.group(1) + "` |"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(page).contains(row));
  }

  /** Compiles with core alone on the class path, as a new user has it. */
  private String messagesOfCompiling(String source) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///FirstUse.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    Path core = Path.of(Retry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> options = List.of("-proc:none", "-cp", core.toString(), "-d", classes.toString());
    boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(file)).call();
    return compiled ? "" : "does not compile:\n" + messages;
  }
}
