package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands {@code ./reprise explain} and {@code ./reprise run} print what README and guide
 * show, except for durations. The demo and the commands that need a table have separate tests.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs commands in a POSIX shell")
class DocumentedCommandsTest {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\n(.*?)^```$");
  private static final Pattern TESTED_ELSEWHERE =
      Pattern.compile("\\$ \\./reprise (demo|dynamodb)\\b");
  private static final Pattern SLOW = Pattern.compile("\\$ \\./reprise (simulate|advise)\\b");
  private static final Pattern TIME = Pattern.compile("\\d+(\\.\\d+)? (ns|us|ms|s|min)\\b");

  /** A block of commands, each followed by its output. */
  record Session(String page, String block) {

    @Override
    public String toString() {
      return page + ": " + block.lines().findFirst().orElse("");
    }
  }

  static Stream<Session> quick() throws IOException {
    return sessions().stream().filter(session -> !SLOW.matcher(session.block()).lookingAt());
  }

  static Stream<Session> slow() throws IOException {
    return sessions().stream().filter(session -> SLOW.matcher(session.block()).lookingAt());
  }

  private static List<Session> sessions() throws IOException {
    List<Session> sessions = new ArrayList<>();
    for (Path page : pages()) {
      Matcher blocks = BLOCK.matcher(Files.readString(page));
      while (blocks.find()) {
        String block = blocks.group(1);
        if (block.startsWith("$ ./reprise ") && !TESTED_ELSEWHERE.matcher(block).lookingAt()) {
          sessions.add(new Session(page.getFileName().toString(), block));
        }
      }
    }
    return sessions;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
      List<Path> pages =
          new ArrayList<>(guide.filter(page -> page.toString().endsWith(".md")).sorted().toList());
      pages.add(ROOT.resolve("README.md"));
      return pages;
    }
  }

  @ParameterizedTest
  @MethodSource("quick")
  void a_documented_command_prints_what_the_page_shows(Session session) throws Exception {
    StringBuilder script = new StringBuilder("exec 2>&1\n");
    for (String line : session.block().lines().toList()) {
      if (line.startsWith("$ ")) {
        String command = line.substring(2);
        script
            .append("printf '%s\\n' ")
            .append(quoted(line))
            .append("; ")
            .append(Program.inShell(command))
            .append('\n');
      }
    }
    String printed =
        Program.start(new ProcessBuilder("sh", "-c", script.toString()).directory(ROOT.toFile()))
            .end()
            .text();
    assertThat(withoutTimes(printed)).isEqualTo(withoutTimes(session.block()));
  }

  @ParameterizedTest
  @MethodSource("slow")
  @Tag("proof")
  void a_documented_simulation_prints_what_the_page_shows(Session session) throws Exception {
    a_documented_command_prints_what_the_page_shows(session);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static String withoutTimes(String text) {
    return text.startsWith("$ ./reprise explain ") ? text : TIME.matcher(text).replaceAll("TIME");
  }
}
