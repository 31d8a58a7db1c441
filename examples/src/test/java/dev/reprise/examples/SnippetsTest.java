package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every snippet of README, guide and Javadoc ({@code <pre>} with a code tag) is compiled code of
 * this repository, such as an example or a test. A snippet is compared paragraph by paragraph,
 * without blanks and comments. {@code -Dsnippets.module=batch} checks the Javadoc of one module.
 */
class SnippetsTest {

  private static final Pattern KDOC_SNIPPET = Pattern.compile("(?ms)^()```\n(.*?)^```$");
  private static final Pattern JAVADOC_SNIPPET =
      Pattern.compile("(?s)<pre>()\\{@code\\s(.*?)}</pre>");
  private static final Pattern MARGIN = Pattern.compile("(?m)^ *\\* ?");

  private static List<Path> java;

  /** The code of all source files, as {@link SourceCode#bare} returns it, one file in a line. */
  private static String javaCode;

  private static String kotlinCode;

  @BeforeAll
  static void readCode() throws IOException {
    java = SourceCode.files(SourceCode.ROOT, ".java");
    javaCode = code(java);
    kotlinCode = code(SourceCode.files(SourceCode.ROOT, ".kt"));
  }

  @Test
  void every_java_snippet_of_readme_and_guide_is_compiled() throws IOException {
    for (Path page : pages()) {
      assertCompiled(page, snippets(Language.JAVA.snippets(), Files.readString(page)), javaCode);
    }
  }

  @Test
  void every_kotlin_snippet_of_readme_and_guide_is_compiled() throws IOException {
    for (Path page : SourceCode.pages()) {
      assertCompiled(
          page, snippets(Language.KOTLIN.snippets(), Files.readString(page)), kotlinCode);
    }
  }

  @Test
  void every_snippet_of_the_comments_of_kotlin_is_compiled() throws IOException {
    for (Path file :
        SourceCode.files(SourceCode.ROOT.resolve("integrations/kotlin/src/main"), ".kt")) {
      String comments = MARGIN.matcher(Files.readString(file)).replaceAll("");
      assertCompiled(file, snippets(KDOC_SNIPPET, comments), kotlinCode);
    }
  }

  @Test
  void every_snippet_of_javadoc_is_compiled() throws IOException {
    String selected = System.getProperty("snippets.module");
    for (Path file : mainCode()) {
      String module = module(file);
      if (selected == null || selected.equals(module)) {
        assertCompiled(file, javadocSnippets(Files.readString(file)), javaCode);
      }
    }
  }

  @Test
  void the_snippets_of_a_javadoc_are_found() {
    String source = "/**\n * <pre>{@code\n * a(x -> { b(); });\n *\n * c();\n * }</pre>\n */";
    assertThat(javadocSnippets(source)).containsExactly("a(x -> { b(); });", "c();\n");
    assertThat(SourceCode.bare("  " + source + "\nclass A {}")).isEqualTo("classA{}");
  }

  private static void assertCompiled(Path file, List<String> paragraphs, String code) {
    for (String paragraph : paragraphs) {
      boolean compiled = code.contains(SourceCode.bare(paragraph));
      assertThat(compiled) // a failure must not print all sources
          .as(
              "%s shows code that no source file has:%n%s",
              SourceCode.ROOT.relativize(file), paragraph)
          .isTrue();
    }
  }

  private static List<Path> mainCode() {
    return java.stream()
        .filter(file -> !module(file).isEmpty() && !file.toString().contains("internal"))
        .toList();
  }

  /** The folder of the module whose main code has this file; empty if it is no main code. */
  private static String module(Path file) {
    String name = SourceCode.ROOT.relativize(file).toString().replace('\\', '/');
    return name.substring(0, Math.max(0, name.indexOf("/src/main/java/")));
  }

  private static List<String> javadocSnippets(String source) {
    return source.contains("<pre>")
        ? snippets(JAVADOC_SNIPPET, MARGIN.matcher(source).replaceAll(""))
        : List.of();
  }

  /** The pages with snippets in Java: the first page of the site too, which shows no imports. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(SourceCode.pages());
    pages.add(SourceCode.ROOT.resolve("docs/index.md"));
    return pages;
  }

  private static List<String> snippets(Pattern pattern, String text) {
    List<String> paragraphs = new ArrayList<>();
    Matcher snippets = pattern.matcher(text);
    while (snippets.find()) {
      for (String paragraph : snippets.group(2).split("\n\\s*\n")) {
        // A source file has more imports than a page shows: each line of them counts by itself.
        paragraphs.addAll(
            paragraph.startsWith("import ") ? List.of(paragraph.split("\n")) : List.of(paragraph));
      }
    }
    return paragraphs;
  }

  /** The import of the type of a file of main code. */
  private static String ownImport(Path file) {
    String path = file.toString().replace('\\', '/');
    String type = path.substring(path.lastIndexOf("/src/main/java/") + "/src/main/java/".length());
    return "import" + type.replace(".java", ";").replace('/', '.');
  }

  private static String code(List<Path> files) throws IOException {
    StringBuilder code = new StringBuilder();
    for (Path file : files) {
      code.append(SourceCode.bare(file)).append('\n');
      code.append(ownImport(file)).append('\n'); // of a type that is used in its package only
    }
    return code.toString();
  }
}
