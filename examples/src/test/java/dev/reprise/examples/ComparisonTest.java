package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each cell of docs/reference/comparison.md that compares libraries has a source. */
class ComparisonTest {

  private static final Path PAGE = SourceCode.ROOT.resolve("docs/reference/comparison.md");
  private static final Pattern SOURCE = Pattern.compile("(?m)^\\[([\\w-]+)]: (\\S+)$");
  private static final Pattern CELL = Pattern.compile("\\[[^]]+]\\[[\\w-]+]");
  private static final Pattern USE = Pattern.compile("]\\[([\\w-]+)]");

  private static String text;
  private static Map<String, String> sources;

  @BeforeAll
  static void read() throws IOException {
    text = Files.readString(PAGE);
    sources = new TreeMap<>();
    SOURCE.matcher(text).results().forEach(line -> sources.put(line.group(1), line.group(2)));
  }

  @Test
  void each_cell_about_a_library_has_a_source_or_says_that_none_was_found() {
    int start = text.indexOf("## Delays");
    int end = text.indexOf("## What others have");
    List<String> rows =
        text.substring(start, end)
            .lines()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| |"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(100);
    for (String row : rows) {
      String[] cells = row.substring(2, row.length() - 2).split(" \\| ");
      for (int i = 1; i < cells.length; i++) {
        boolean sourced = CELL.matcher(cells[i]).matches() || cells[i].equals("not found out");
        assertThat(sourced).as("%s in %s", cells[i], row).isTrue();
      }
    }
  }

  @Test
  void each_source_is_defined_and_used_and_those_of_this_repository_exist() {
    List<String> used = USE.matcher(text).results().map(use -> use.group(1)).distinct().toList();
    assertThat(sources.keySet()).containsExactlyInAnyOrderElementsOf(used);
    assertThat(sources.values())
        .filteredOn(source -> !source.startsWith("https://"))
        .isNotEmpty()
        .allSatisfy(
            source -> assertThat(PAGE.resolveSibling(source.replaceFirst("#.*", ""))).exists());
  }
}
