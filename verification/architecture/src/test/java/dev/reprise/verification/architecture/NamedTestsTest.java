package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that the tests that pages name as evidence exist: in backticks, a class such as {@code
 * MapTest}, a method such as {@code a_test_that_does_not_exist_is_found}, or both with a # between.
 */
class NamedTestsTest {

  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

  /** Four words at least: shorter names with underscores are columns and metrics. */
  private static final String SENTENCE = "[a-z0-9]+(?:_[a-z0-9…]+){3,}…?";

  private static final Pattern NAME =
      Pattern.compile(
          "([A-Z][A-Za-z0-9]*(?:Test|Scenarios))(?:[#.](" + SENTENCE + "))?|(" + SENTENCE + ")");

  /** A declaration: a type, or "fun", and the name. */
  private static final Pattern METHOD = Pattern.compile("[\\w>\\]] (" + SENTENCE + ") ?\\(");

  /** Not tests: settings of databases. */
  private static final Set<String> SETTINGS = Set.of("innodb_rollback_on_timeout");

  /** A class in a row of the evidence, and its mark. */
  private static final Pattern MARKED = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)`(\\(?\\*\\)?)?");

  private static final String PROOF = "@Tag(\"proof\")";

  /** The methods of each test class, by its file: those of nested classes too. */
  private static final Map<String, Set<String>> TESTS = new TreeMap<>();

  private static final Map<String, String> SOURCES = new HashMap<>();

  @BeforeAll
  static void readTests() throws IOException {
    for (Path file : Sources.of(Sources.root(), NamedTestsTest::isSource)) {
      String name = file.getFileName().toString().replaceFirst("\\.(java|kt)$", "");
      TESTS.computeIfAbsent(name, added -> new HashSet<>()).addAll(methods(file));
      SOURCES.put(name, Files.readString(file));
    }
  }

  private static boolean isSource(String name) {
    return (name.endsWith(".java") || name.endsWith(".kt")) && !name.contains("/target/");
  }

  private static List<String> methods(Path file) throws IOException {
    return METHOD.matcher(Files.readString(file)).results().map(found -> found.group(1)).toList();
  }

  private static List<String> named(String page) {
    return CODE.matcher(page)
        .results()
        .map(code -> code.group(1))
        .filter(code -> NAME.matcher(code).matches() && !SETTINGS.contains(code))
        .toList();
  }

  private static boolean exists(String name) {
    MatchResult parts = NAME.matcher(name).results().findFirst().orElseThrow();
    String method = parts.group(2) == null ? parts.group(3) : parts.group(2);
    Collection<Set<String>> classes =
        parts.group(1) == null
            ? TESTS.values()
            : Set.of(TESTS.getOrDefault(parts.group(1), Set.of()));
    boolean known = parts.group(1) == null || TESTS.containsKey(parts.group(1));
    return known
        && (method == null || classes.stream().anyMatch(methods -> methods.contains(method)));
  }

  @Test
  void every_test_that_a_page_names_exists() throws IOException {
    Map<Path, List<String>> unknown = new TreeMap<>();
    for (Path page : Prose.filesByModule(Sources.root()).get(Prose.DOCS)) {
      List<String> names =
          named(Files.readString(page)).stream().filter(name -> !exists(name)).toList();
      if (!names.isEmpty()) {
        unknown.put(page, names);
      }
    }
    assertThat(unknown).isEmpty();
  }

  /** The mark of a class: a proof as a whole, in part, or not at all. */
  private static String mark(String source) {
    boolean whole = source.lines().anyMatch(PROOF::equals);
    return whole ? "*" : source.contains(PROOF) ? "(*)" : "";
  }

  private static List<String> wrongMarks(String evidence) {
    return MARKED
        .matcher(evidence)
        .results()
        .filter(found -> SOURCES.containsKey(found.group(1)))
        .filter(
            found -> {
              String mark = found.group(2) == null ? "" : found.group(2);
              return !mark.equals(mark(SOURCES.get(found.group(1))));
            })
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void the_evidence_marks_the_tests_that_are_proofs() throws IOException {
    Path page = Sources.root().resolve("docs/reference/evidence.md");
    assertThat(wrongMarks(Files.readString(page))).isEmpty();
  }

  @Test
  void a_wrong_mark_is_found() {
    assertThat(wrongMarks("`MapTest`, `MapTest`*, `JdkTlsFaultContractTest`, `InterruptRaceTest`*"))
        .containsExactly("`MapTest`*", "`JdkTlsFaultContractTest`", "`InterruptRaceTest`*");
  }

  @Test
  void a_test_that_does_not_exist_is_found() {
    String page =
        "`NamedTestsTest`, `NamedTestsTest#a_test_that_does_not_exist_is_found`, `innodb_rollback_on_timeout`, `reprise_calls`, "
            + "`NobodyTest`, `MapTest#a_test_that_does_not_exist_is_found`, `a_test_that_nobody_has_written`, `a_test_that_does…`";
    assertThat(named(page))
        .filteredOn(name -> !exists(name))
        .containsExactly(
            "NobodyTest",
            "MapTest#a_test_that_does_not_exist_is_found",
            "a_test_that_nobody_has_written",
            "a_test_that_does…");
  }
}
