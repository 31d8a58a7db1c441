package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every pair of arguments that name files is refused for one file, before anything is done. The
 * list of arguments comes from the parser.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs commands in a POSIX shell")
class SameFileTest {

  private static final String SCENARIO =
      "scenario: aws-contention\nname: mine\nparameters:\n  clients: 2\n";

  /**
   * Two names of one file, in a directory with {@code old} and links to it and to the directory.
   */
  enum Names {
    ONE("old", "old"),
    SPELLINGS("old", "./folder/./old"),
    LINK("link", "old"),
    HARD_LINK("old", "hard"),
    OF_NEW_FILE("new", "new"),
    SPELLINGS_OF_NEW_FILE("./new", "folder/new"),
    LINK_TO_NEW_FILE("new", "dangling");

    private final String one;
    private final String other;

    Names(String one, String other) {
      this.one = one;
      this.other = other;
    }
  }

  record Pair(CommandModel.Argument one, CommandModel.Argument other) {}

  @TempDir private static Path inputs;
  private static SampleFiles files;
  @TempDir private Path folder;

  @BeforeAll
  static void make_files() throws IOException {
    files = new SampleFiles(inputs, 5, operation -> Optional.empty());
  }

  @AfterAll
  static void stop() {
    files.close();
  }

  @BeforeEach
  void make_links() throws IOException {
    Path old = Files.writeString(folder.resolve("old"), SCENARIO);
    Files.createLink(folder.resolve("hard"), old);
    Files.createSymbolicLink(folder.resolve("link"), old);
    Files.createSymbolicLink(folder.resolve("folder"), Path.of("."));
    Files.createSymbolicLink(folder.resolve("dangling"), Path.of("new"));
  }

  static Stream<Pair> pairs() {
    List<CommandModel.Argument> all =
        CommandModel.arguments().stream().filter(CommandModel.Argument::isFile).toList();
    return all.stream()
        .flatMap(
            one ->
                all.subList(all.indexOf(one) + 1, all.size()).stream()
                    .filter(other -> other.command().equals(one.command()))
                    .map(other -> new Pair(one, other)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void two_arguments_that_name_one_file_are_refused_and_it_is_unchanged(Pair pair)
      throws IOException {
    for (Names names : Names.values()) {
      List<String> words = SampleCommands.of(pair.one().command(), files, folder);
      SampleCommands.set(words, pair.one(), folder.resolve(names.one).toString());
      SampleCommands.set(words, pair.other(), folder.resolve(names.other).toString());
      assertRefused(words, pair.one().name(), pair.other().name());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--csv", "--json", "--html", "--png"})
  void an_output_must_not_replace_the_scenario_file(String option) throws IOException {
    for (String name : List.of("old", "link", "hard", "folder/old")) {
      String output = folder.resolve(name).toString();
      String input = folder.resolve("old").toString();
      assertRefused(List.of("simulate", input, option, output), "FILE", option);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fetch {dir}/old --out {dir}/old.fetch.dead.ndjson",
        "fetch {dir}/old --out {dir}/out --absent {dir}/old.fetch.dead.ndjson",
        "load {dir}/old --journal {dir}/old.dead.ndjson"
      })
  void the_default_file_of_dead_letters_must_not_be_an_input(String command) throws IOException {
    List<String> words = words("dynamodb " + command + " --table items --endpoint {url}");
    assertRefused(words, "--dead-letters (by default)", "");
  }

  private List<String> words(String command) {
    return new ArrayList<>(Arrays.asList(files.words(command, folder)));
  }

  private void assertRefused(List<String> words, String one, String other) throws IOException {
    List<String> before = SampleFiles.names(folder);
    Program.Ended ended = InProcess.reprise(words.toArray(String[]::new));
    String as = words + ": " + ended.messages();
    assertThat(ended.code()).as(as).isEqualTo(2);
    assertThat(ended.messages().lines().findFirst().orElse(""))
        .as(as)
        .startsWith("reprise: ")
        .contains(one, other, " are the same file: " + folder);
    assertThat(ended.text()).as(as).isEmpty();
    assertThat(SampleFiles.names(folder)).as(as).isEqualTo(before);
    assertThat(folder.resolve("old")).as(as).hasContent(SCENARIO);
  }

  @Test
  void standard_output_receives_one_output() {
    String fetch = "dynamodb fetch {items} --table items --endpoint {url} --out - --absent ";
    for (String name : List.of("-", "/dev/stdout")) {
      Program.Ended ended = InProcess.reprise(words(fetch + name).toArray(String[]::new));
      assertThat(ended.code()).as(ended.messages()).isEqualTo(2);
      assertThat(ended.messages()).startsWith("reprise: --out and --absent are ");
    }
  }

  @Test
  void a_redirected_standard_input_counts_as_its_file() throws Exception {
    String fetch = "./reprise dynamodb fetch - --table items --out old --region eu-west-1 <old";
    Program.Ended ended =
        Program.start(
                new ProcessBuilder("sh", "-c", Program.inShell(fetch)).directory(folder.toFile()))
            .end();
    assertThat(ended.code()).as(ended.messages()).isEqualTo(2);
    assertThat(ended.messages()).startsWith("reprise: FILE and --out are the same file: - and old");
    assertThat(folder.resolve("old")).hasContent(SCENARIO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dynamodb fetch {items} --out /dev/null --absent /dev/null",
        "dynamodb fetch {items} --out {dir}/out --absent {dir}/absent",
        "dynamodb load {items} {items}"
      })
  void combinations_that_lose_nothing_are_accepted(String command) {
    String full = command + " --table items --endpoint {url}";
    Program.Ended ended = InProcess.reprise(words(full).toArray(String[]::new));
    assertThat(ended.code()).as(ended.messages()).isZero();
  }
}
