package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every Java snippet of README and guide is compiled code of this repository. A snippet is compared
 * paragraph by paragraph, without blanks and comments.
 */
class SnippetsTest {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\n(.*?)^```$");
  private static final Pattern COMMENT = Pattern.compile("(?m)(?<!:)//.*$");

  @Test
  void every_java_snippet_of_readme_and_guide_is_compiled() throws IOException {
    List<String> sources = sources();
    for (Path page : pages()) {
      for (String paragraph : paragraphs(page)) {
        assertThat(sources)
            .as("%s shows code that no source file has:%n%s", ROOT.relativize(page), paragraph)
            .anyMatch(source -> source.contains(bare(paragraph)));
      }
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs/guide"), ".md"));
    pages.add(ROOT.resolve("README.md"));
    return pages;
  }

  private static List<String> paragraphs(Path page) throws IOException {
    List<String> paragraphs = new ArrayList<>();
    Matcher snippets = SNIPPET.matcher(Files.readString(page));
    while (snippets.find()) {
      for (String paragraph : snippets.group(1).split("\n\\s*\n")) {
        // A source file has more imports than a page shows: each line of them counts by itself.
        paragraphs.addAll(
            paragraph.startsWith("import ") ? List.of(paragraph.split("\n")) : List.of(paragraph));
      }
    }
    return paragraphs;
  }

  private static List<String> sources() throws IOException {
    List<String> sources = new ArrayList<>();
    for (Path file : files(ROOT, ".java")) {
      sources.add(bare(Files.readString(file)));
    }
    return sources;
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .filter(file -> !ROOT.relativize(file).toString().contains("target"))
          .sorted()
          .toList();
    }
  }

  private static String bare(String code) {
    return COMMENT.matcher(code).replaceAll("").replaceAll("\\s+", "");
  }
}
