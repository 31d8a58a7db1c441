package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * README and guide show the imports of every snippet: in the snippet, or in one block that stands
 * above the first snippet of the page that needs it. {@code -Dimports.rewrite=true} writes the
 * blocks.
 */
class ImportsTest {

  private static final boolean REWRITE = Boolean.getBoolean("imports.rewrite");
  private static final Pattern MODULE = Pattern.compile("(?ms)^Modules?: .*?\n\n");

  /** Static imports first, as in source files. */
  private static final Comparator<String> ORDER =
      Comparator.<String, Boolean>comparing(line -> !line.startsWith("import static "))
          .thenComparing(line -> line.replace(";", ""));

  @ParameterizedTest
  @EnumSource
  void every_snippet_has_its_imports_on_its_page(Language language) throws IOException {
    ImportedNames names = new ImportedNames(language);
    List<String> wrong = new ArrayList<>();
    for (Path page : SourceCode.pages()) {
      String text = Files.readString(page);
      String expected = withBlock(text, language, names);
      if (REWRITE) {
        Files.writeString(page, expected);
      } else if (!text.equals(expected)) {
        wrong.add(
            SourceCode.ROOT.relativize(page)
                + ":\n"
                + block(needed(text, language, names), language));
      }
    }
    assertThat(wrong).as("blocks of imports that are missing or differ").isEmpty();
  }

  private static String withBlock(String text, Language language, ImportedNames names) {
    SortedSet<String> needed = needed(text, language, names);
    Matcher old = blockPattern(language).matcher(text);
    if (old.find() && isAboveSnippets(text, old, language)) {
      return old.replaceFirst(Matcher.quoteReplacement(block(needed, language)));
    }
    String without = old.reset().replaceAll("");
    Matcher module = MODULE.matcher(without);
    int place = module.find() ? module.end() : without.indexOf("\n## ") + 1;
    return without.substring(0, place) + block(needed, language) + without.substring(place);
  }

  private static boolean isAboveSnippets(String text, Matcher block, Language language) {
    Matcher first = language.snippets().matcher(text);
    while (first.find()) {
      if (!first.group(2).contains("import ")) {
        return block.start() < first.start();
      }
    }
    return true;
  }

  private static SortedSet<String> needed(String text, Language language, ImportedNames names) {
    SortedSet<String> needed = new TreeSet<>(ORDER);
    Matcher snippets = language.snippets().matcher(text);
    while (snippets.find()) {
      String snippet = snippets.group(2);
      List<String> own = snippet.lines().filter(line -> line.startsWith("import ")).toList();
      SortedSet<String> missing = new TreeSet<>();
      for (String paragraph : snippet.split("\n\\s*\n")) {
        if (!paragraph.startsWith("import ")) {
          missing.addAll(names.neededBy(paragraph));
        }
      }
      missing.removeAll(own);
      needed.addAll(missing);
    }
    return needed;
  }

  private static String block(SortedSet<String> imports, Language language) {
    return imports.isEmpty()
        ? ""
        : """
          <details>
          <summary>Imports of the %s snippets</summary>

          ```%s
          %s
          ```

          </details>

          """
            .formatted(title(language), language.fence, String.join("\n", imports));
  }

  private static Pattern blockPattern(Language language) {
    return Pattern.compile(
        "(?s)<details>\n<summary>Imports of the "
            + title(language)
            + " snippets</summary>\n.*?</details>\n\n");
  }

  private static String title(Language language) {
    return language == Language.JAVA ? "Java" : "Kotlin";
  }
}
