package dev.reprise.cli.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The manual pages have the texts of the help, and formatters accept them. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs formatters of manual pages")
class ManualPagesTest {

  private static final Pattern REQUEST =
      Pattern.compile("\\.(TH|SH|SS|TP|PP|RS|RE|EX|EE|nh|ad)( .*)?");

  private static final Pattern WORD = Pattern.compile("[-A-Za-z]{4,}");

  /** Titles of the help, which a page has in other words. */
  private static final Set<String> TITLES = Set.of("Usage", "Scenarios", "codes");

  /** A backslash that begins none of the escapes that a page may have. */
  private static final Pattern BAD_ESCAPE =
      Pattern.compile("\\\\(?!f[BIR]|e|-|&|\\((aq|ga|ha|ti|dq)|\\[u[0-9A-F]{4,5}])");

  @TempDir private Path folder;
  private final CommandLine all = InProcess.commands();

  @Test
  void every_command_has_a_page() throws Exception {
    ManualPages.write(all, "reprise 0.1.0", "2026-01-02", folder);
    try (Stream<Path> pages = Files.list(folder)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .contains("reprise.1", "reprise-run.1", "reprise-dynamodb-load.1", "reprise-help.1")
          .hasSize(CommandEntry.all(all).size());
    }
  }

  @Test
  void a_page_has_the_words_of_the_help() {
    for (CommandEntry entry : CommandEntry.all(all)) {
      String page = plain(ManualPage.of(entry, "reprise 0.1.0", "2026-01-02"));
      String help = entry.spec().commandLine().getUsageMessage();
      assertThat(WORD.matcher(help).results().map(MatchResult::group))
          .as(entry.path())
          .filteredOn(word -> !TITLES.contains(word))
          .allSatisfy(word -> assertThat(page).containsIgnoringCase(word));
    }
  }

  @Test
  void a_page_consists_of_known_requests_and_escaped_text() {
    for (CommandEntry entry : CommandEntry.all(all)) {
      String page = ManualPage.of(entry, "reprise 0.1.0", "2026-01-02");
      assertThat(page.lines().filter(line -> line.startsWith(".")))
          .as(entry.path())
          .allMatch(line -> REQUEST.matcher(line).matches());
      assertThat(page.lines())
          .as(entry.path())
          .noneMatch(line -> line.startsWith("'") || line.isEmpty())
          .noneMatch(line -> BAD_ESCAPE.matcher(line).find());
      assertThat(page).as(entry.path()).contains(".SH \"NAME\"", ".SH \"OPTIONS\"");
    }
  }

  @Test
  void text_is_printed_as_it_is() {
    Roff page = new Roff("x", "x 1", "2026-01-02");
    page.section("Description")
        .paragraphs(List.of("'a' \\n -- `b` ^ ~ × .c", "", "Examples:", "  .d 'e'  f"));
    page.item(Roff.bold("--g"), List.of(".h"));
    assertThat(page.toString().lines().skip(3))
        .containsExactly(
            ".SH \"DESCRIPTION\"",
            "\\(aqa\\(aq \\en \\-\\- \\(gab\\(ga \\(ha \\(ti \\[u00D7] .c",
            ".PP",
            "Examples:",
            ".PP",
            ".RS 2",
            ".EX",
            "\\&.d \\(aqe\\(aq  f",
            ".EE",
            ".RE",
            ".TP",
            "\\fB\\-\\-g\\fR",
            "\\&.h");
  }

  /** Where neither formatter is installed, the other tests of this class have to do. */
  @Test
  void installed_formatters_print_the_pages_without_a_warning() throws Exception {
    ManualPages.write(all, "reprise 0.1.0", "2026-01-02", folder);
    Map<String, List<String>> formatters = new LinkedHashMap<>();
    formatters.put("groff", List.of("groff", "-man", "-ww", "-z", "-Tutf8"));
    formatters.put("mandoc", List.of("mandoc", "-Tlint", "-Wwarning"));
    for (Map.Entry<String, List<String>> formatter : formatters.entrySet()) {
      if (found(formatter.getKey()).isPresent()) {
        List<String> command = new ArrayList<>(formatter.getValue());
        try (Stream<Path> pages = Files.list(folder)) {
          pages.sorted().map(Path::toString).forEach(command::add);
        }
        Program.Ended ended = Program.start(new ProcessBuilder(command)).end();
        assertThat(ended.text() + ended.messages()).as(formatter.getKey()).isEmpty();
        assertThat(ended.code()).as(formatter.getKey()).isZero();
      }
    }
  }

  private static Optional<Path> found(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String plain(String page) {
    return page.replaceAll("\\\\f[BIR]|\\\\&", "")
        .replace("\\-", "-")
        .replace("\\(aq", "'")
        .replace("\\(dq", "\"")
        .replace("\\(ga", "`")
        .replace("\\(ha", "^")
        .replace("\\(ti", "~")
        .replace("\\e", "\\");
  }
}
