package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All links on pages lead to existing files and headings, and the README of a folder lists its
 * pages, which gives the site their order.
 */
class LinksTest {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^(```+)[^\n]*\n.*?^\\1$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern TARGET = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N}_\\- ]");

  static List<Path> pages() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs)
          .filter(page -> page.toString().endsWith(".md"))
          .map(ROOT::relativize)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_link_leads_to_a_file_and_every_anchor_to_a_heading(Path page) throws IOException {
    Path file = ROOT.resolve(page);
    for (MatchResult link : LINK.matcher(textOf(file)).results().toList()) {
      Path target = link.group(1).isEmpty() ? file : file.resolveSibling(link.group(1)).normalize();
      assertThat(target).exists();
      if (link.group(2) != null) {
        assertThat(anchorsOf(textOf(target)))
            .as("anchors of %s", ROOT.relativize(target))
            .contains(link.group(2));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"guide", "reference", "design"})
  void the_readme_of_a_folder_lists_each_of_its_pages_once(String folder) throws IOException {
    Path place = ROOT.resolve("docs").resolve(folder);
    List<String> listed =
        LINK.matcher(Files.readString(place.resolve("README.md")))
            .results()
            .map(link -> link.group(1))
            .filter(link -> link.endsWith(".md") && !link.contains("/"))
            .toList();
    try (Stream<Path> files = Files.list(place)) {
      assertThat(listed)
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
                  .toList());
    }
  }

  @Test
  void the_anchor_of_a_heading_has_its_words_and_a_number_if_it_is_repeated() {
    String page =
        "# What `a.b()` does\n## Limits\n```\n# no heading\n```\n### Limits\n## [A](b.md) c";
    assertThat(anchorsOf(CODE.matcher(page).replaceAll("")))
        .containsExactlyInAnyOrder("what-ab-does", "limits", "limits-1", "a-c");
  }

  private static String textOf(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }

  /** The anchors that GitHub and the site give to the headings of a text without code. */
  private static Set<String> anchorsOf(String text) {
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    HEADING
        .matcher(text)
        .results()
        .map(heading -> TARGET.matcher(heading.group(1)).replaceAll("$1").strip())
        .map(words -> NOT_IN_ANCHOR.matcher(words.toLowerCase(Locale.ROOT)).replaceAll(""))
        .map(words -> words.replace(' ', '-'))
        .forEach(
            anchor -> {
              int earlier = seen.merge(anchor, 1, Integer::sum) - 1;
              anchors.add(earlier == 0 ? anchor : anchor + "-" + earlier);
            });
    return anchors;
  }
}
