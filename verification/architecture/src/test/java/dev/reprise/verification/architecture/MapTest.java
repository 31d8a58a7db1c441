package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the names in docs/design/map.md exist: files below core, classes, and their members.
 * Its tables of packages have the first sentence of each package's Javadoc. After a change, {@code
 * -Dmap.rewrite=true} updates them.
 */
class MapTest {

  private static final Path MAP = Sources.root().resolve("docs/design/map.md");
  private static final Path CORE = Path.of("core/src/main/java/dev/reprise");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern NAME =
      Pattern.compile("((?:[a-z]+/)*)([A-Z][A-Za-z]*[a-z][A-Za-z]*)(?:\\.([a-z]\\w*))?");

  private static List<String> unknown(String page) throws IOException {
    Path root = Sources.root();
    Map<String, Path> classes = classes(root);
    List<String> unknown = new ArrayList<>();
    Matcher code = CODE.matcher(page);
    while (code.find()) {
      Matcher name = NAME.matcher(code.group(1));
      if (name.matches()) {
        Path file =
            name.group(1).isEmpty()
                ? classes.get(name.group(2))
                : root.resolve(CORE).resolve(name.group(1) + name.group(2) + ".java");
        if (file == null || !Files.exists(file) || !has(file, name.group(3))) {
          unknown.add(code.group(1));
        }
      }
    }
    return unknown;
  }

  private static boolean has(Path file, String member) throws IOException {
    return member == null
        || Pattern.compile("\\b" + member + "\\b").matcher(Files.readString(file)).find();
  }

  private static Map<String, Path> classes(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/target/"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  Function.identity(),
                  (one, other) -> one.startsWith(root.resolve(CORE)) ? one : other));
    }
  }

  @Test
  void every_name_of_the_map_exists() throws IOException {
    String map = PackageTable.PART.matcher(Files.readString(MAP)).replaceFirst("");
    assertThat(CODE.matcher(map).results().count()).isGreaterThan(50);
    assertThat(unknown(map)).isEmpty();
  }

  @Test
  void the_map_has_a_sentence_for_every_package() throws IOException {
    String map = Files.readString(MAP);
    String expected = PackageTable.rewritten(map);
    if (Boolean.getBoolean("map.rewrite")) {
      Files.writeString(MAP, expected);
    } else {
      assertThat(map)
          .as("docs/design/map.md is not up to date; the page shows the command that rewrites it")
          .isEqualTo(expected);
    }
    assertThat(expected).doesNotContain("` |  |");
  }

  @Test
  void the_sentence_of_a_package_is_the_first_of_its_comment() {
    String source =
        """
        /**
         * Delays between {@code n} attempts, see
         * {@link dev.reprise.backoff.Backoff}. More.
         */
        package a;
        """;
    assertThat(PackageTable.sentence(source))
        .isEqualTo("Delays between `n` attempts, see `Backoff`");
  }

  @Test
  void a_name_that_does_not_exist_is_found() throws IOException {
    assertThat(unknown("`policy/Decider`, `policy/Judge`, `Decider.muse`, `Nobody`, `NO_REASON`"))
        .containsExactly("policy/Judge", "Decider.muse", "Nobody");
  }
}
