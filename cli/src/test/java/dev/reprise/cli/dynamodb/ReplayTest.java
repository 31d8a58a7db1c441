package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.cli.load.DeadLetterOptions;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayTest {

  private static final String ONCE = "maxAttempts=1";

  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder().writeUnits(100_000).readUnits(100_000).start();
  @TempDir private Path folder;
  private Path items;
  private Path dead;

  @BeforeEach
  void generate() throws Exception {
    items = folder.resolve("items.ndjson");
    dead = folder.resolve("items.ndjson.dead.ndjson");
    InProcess.reprise("dynamodb", "generate", "100", "--out", items.toString());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Program.Ended run(String command, Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "dynamodb",
                command,
                file.toString(),
                "--endpoint",
                server.endpoint() + "",
                "--linger",
                "1h"));
    arguments.addAll(List.of(more));
    return InProcess.reprise(arguments.toArray(String[]::new));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "uses files in /dev")
  void a_pipe_is_refused_because_it_cannot_be_read_twice() {
    Program.Ended ended = run("replay", Path.of("/dev/null"), "--table", "items");
    assertThat(ended.code()).as(ended.text()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: FILE must be a regular file, but was /dev/null");
  }

  /** Loads into a table that refuses three of four calls with an error. */
  private void loadBadly() {
    run("load", write("empty.ndjson"), "--table", "items", "--create", "id");
    server.failNext("BatchWriteItem", 3, Fault.internalServerError());
    Program.Ended loaded =
        run("load", items, "--table", "items", "--policy", ONCE, "--parallelism", "1");
    assertThat(loaded.text())
        .startsWith("25 of 100 lines written in ")
        .contains(
            "; 75 dead, 0 not attempted", ", waste 75 %, write units 25\n", "75 dead, written");
    assertThat(loaded.code()).isEqualTo(1);
  }

  private Path write(String name, String... lines) {
    try {
      return Files.write(folder.resolve(name), List.of(lines));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void dead_letters_are_sent_again_and_repeatedly_failing_ones_once_more() throws Exception {
    loadBadly();
    server.failNext("BatchWriteItem", 1, Fault.internalServerError());

    Program.Ended second =
        run("replay", dead, "--table", "items", "--policy", ONCE, "--parallelism", "1");
    Path deadAgain = folder.resolve("items.ndjson.dead-2.ndjson");
    assertThat(second.text())
        .startsWith("50 of 75 lines written in ")
        .contains("; 25 dead, 0 not attempted", "25 dead, written to " + deadAgain);
    assertThat(second.code()).isEqualTo(1);
    assertThat(Files.readAllLines(dead)).hasSize(75);

    Program.Ended third = run("replay", deadAgain, "--table", "items");
    assertThat(third.text()).startsWith("25 of 25 lines written in ");
    assertThat(third.code()).isZero();
    assertThat(folder.resolve("items.ndjson.dead-3.ndjson")).doesNotExist();

    Path found = folder.resolve("found.ndjson");
    run("fetch", items, "--table", "items", "--out", found + "", "--dead-letters", folder + "/d");
    assertThat(Files.readAllLines(found))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(items));
  }

  @Test
  void dead_letters_without_a_write_are_reported_and_not_copied() {
    Path mixed = write("mixed.ndjson", "{\"id\":\"a\"}", "no item", "{\"no\":\"id\"}", "");
    run("load", mixed, "--table", "items", "--create", "id");
    Path letters = folder.resolve("mixed.ndjson.dead.ndjson");

    Program.Ended ended = run("replay", letters, "--table", "items");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.messages()).contains("reprise: line 1: was not an item: not JSON: ");
    assertThat(ended.text())
        .startsWith("0 of 2 lines written in ")
        .contains("; 1 dead, 0 not attempted, 1 cannot be sent")
        .contains("1 dead, written to " + folder.resolve("mixed.ndjson.dead-2.ndjson"));
  }

  @Test
  void a_replay_that_is_stopped_names_the_last_line_read_with_empty_lines() {
    run("load", write("empty.ndjson"), "--table", "items", "--create", "id");
    String invalid = "{\"table\":\"items\",\"op\":\"put\",\"item\":{\"no\":{\"S\":\"id\"}}}";
    Path letters =
        write("spaced.ndjson", Collections.nCopies(500, "\n" + invalid).toArray(String[]::new));

    Program.Ended ended = run("replay", letters, "--table", "items", "--max-dead", "0");

    Matcher letter = Pattern.compile("0 of (\\d+) lines").matcher(ended.text());
    assertThat(letter.find()).as(ended.text()).isTrue();
    assertThat(ended.messages())
        .contains("stopped after line " + 2 * Integer.parseInt(letter.group(1)) + "; later");
  }

  @Test
  void dead_letters_for_a_different_table_need_the_option_other_table() {
    loadBadly();
    run("load", write("empty.ndjson"), "--table", "other", "--create", "id");

    Program.Ended refused = run("replay", dead, "--table", "other");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.messages())
        .startsWith(
            "reprise: --table is other, but "
                + dead
                + " has dead letters for items: give that table, or add --other-table");
    Program.Ended meant = run("replay", dead, "--table", "other", "--other-table");
    assertThat(meant.text()).startsWith("75 of 75 lines written in ");
    assertThat(meant.code()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "a.ndjson.dead.ndjson, a.ndjson.dead-2.ndjson",
    "a.ndjson.dead-2.ndjson, a.ndjson.dead-3.ndjson",
    "letters, letters.dead.ndjson"
  })
  void items_that_fail_again_go_to_a_new_file(String file, String next) {
    assertThat(DeadLetterOptions.nextAfter(file)).isEqualTo(next);
  }

  @Test
  void a_load_in_which_every_item_fails_is_stopped() throws Exception {
    Path many =
        write("many.ndjson", IntStream.range(0, 9_000).mapToObj(i -> "{}").toArray(String[]::new));
    run("load", write("empty.ndjson"), "--table", "items", "--create", "id");

    Program.Ended ended = run("load", many, "--table", "items", "--max-dead", "10");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text()).matches("(?s)0 of (\\d+) lines written in .*; 11 dead, \\d+ not .*");
    assertThat(ended.messages())
        .contains("reprise: more dead lines than --max-dead allows: 11, at most 10\n")
        .containsPattern("reprise: stopped after line \\d+; later lines were not read\n");
    int letters = Files.readAllLines(folder.resolve("many.ndjson.dead.ndjson")).size();
    assertThat(ended.text()).startsWith("0 of " + letters + " lines ");
    assertThat(letters).isLessThan(1_000);
    assertThat(server.counters().requests("BatchWriteItem")).isZero();
  }
}
