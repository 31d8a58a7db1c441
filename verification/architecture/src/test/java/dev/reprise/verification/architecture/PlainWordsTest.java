package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Checks that comments and string literals of main code, and the pages, are in plain words. {@code
 * -Dwords.module=batch} checks one module; {@code docs} is the module of all pages.
 */
class PlainWordsTest {

  @Test
  void comments_messages_and_pages_are_in_plain_words() throws Exception {
    Path root = Sources.root();
    Map<String, List<String>> findings = new TreeMap<>();
    for (Map.Entry<String, List<Path>> module : Prose.filesByModule(root).entrySet()) {
      List<String> found = new ArrayList<>();
      for (Path file : module.getValue()) {
        PlainWords.in(Prose.of(file))
            .forEach(word -> found.add(root.relativize(file) + ":" + word));
      }
      findings.put(module.getKey(), found);
    }
    assertThat(findings).containsKeys("core", "integrations/http", Prose.DOCS);
    ModuleList.assertClean("PlainWordsTest", "words.module", findings, Set.of());
  }

  @Test
  void finds_words_only_in_comments_and_literals() {
    String source =
        """
        /** What it holds, and the
         * rest of {@code told} it.
         */
        class A { // tells
          char quote = '"';
          String beside = "so\\nmany" + "is had so long that";
        }
        """;
    assertThat(PlainWords.in(Prose.ofSource(source)))
        .containsExactlyInAnyOrder(
            "1: \"What\"; better: a noun, as in The settings of; Returns whether",
            "1: \"the rest\"; better: the remaining items, the unprocessed items",
            "4: \"tells\"; better: returns, reports, prints, publishes, notifies",
            "6: \"so many\"; better: at most N, for this long",
            "6: \"is had\"; better: exists, is available, needs");
  }

  @Test
  void a_literal_that_is_data_is_not_prose() {
    String source = "String data = /* data */ \"told\";\nString words = \"told\";\n";
    assertThat(PlainWords.in(Prose.ofSource(source)))
        .containsExactly("2: \"told\"; better: returns, reports, prints, publishes, notifies");
  }

  @Test
  void finds_words_only_in_the_text_of_a_page() {
    String page = "It is\nasked besides.\n\n```\nthe rest\n```\n`so many` [a](told.md)\n";
    assertThat(PlainWords.in(Prose.ofPage(page)))
        .containsExactly("2: \"besides\"; better: in addition to, compared with, next to");
  }
}
