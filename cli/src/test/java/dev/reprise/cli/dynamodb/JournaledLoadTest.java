package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.time.TickSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournaledLoadTest {

  private static final int ITEMS = 3_000;
  private static final int IN_FLIGHT = 8 * 25;
  private static final Pattern RESULT =
      Pattern.compile(
          "(\\d+) of (\\d+) lines written in [^;]*; (\\d+) already done, (\\d+) dead.*");

  private final Semaphore calls = new Semaphore(Integer.MAX_VALUE);
  private final CountDownLatch throttled = new CountDownLatch(10);
  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder()
          .writeUnits(1_000_000)
          .readUnits(1_000_000)
          .faults(this::faultFor)
          .start();
  @TempDir private Path folder;
  private Path items;
  private Path journal;
  private Path dead;

  private Optional<Fault> faultFor(String operation) {
    if (!operation.equals("BatchWriteItem") || calls.tryAcquire()) {
      return Optional.empty();
    }
    throttled.countDown();
    return Optional.of(Fault.throttling());
  }

  @BeforeEach
  void generate() {
    items = folder.resolve("items.ndjson");
    journal = folder.resolve("items.journal");
    dead = folder.resolve("items.ndjson.dead.ndjson");
    InProcess.reprise("dynamodb", "generate", ITEMS + "", "--out", items.toString());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String[] load(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "dynamodb",
                "load",
                items.toString(),
                "--table",
                "items",
                "--create",
                "id",
                "--endpoint",
                server.endpoint().toString(),
                "--linger",
                "1h",
                "--journal",
                journal.toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private List<String> exported() throws Exception {
    Path all = folder.resolve("all.ndjson");
    Program.Ended ended =
        InProcess.reprise(
            "dynamodb",
            "export",
            "--table",
            "items",
            "--out",
            all.toString(),
            "--endpoint",
            server.endpoint().toString());
    assertThat(ended.code()).as(ended.messages()).isZero();
    return Files.readAllLines(all);
  }

  @ParameterizedTest
  @CsvSource({"KILL, 137", "INT, 130"})
  void an_interrupted_load_is_resumed_and_the_table_has_exactly_the_input(String signal, int code)
      throws Exception {
    assumeTrue(Signals.canInterrupt());
    calls.drainPermits();
    calls.release(40);
    Program first = Program.reprise(load("--policy", "maxAttempts=unlimited within=unlimited"));
    throttled.await();
    first.signal(signal);
    Program.Ended ended = first.endWithOpenInput();
    assertThat(ended.code()).isEqualTo(code);
    if (signal.equals("INT")) {
      String written = ended.text().split(" of ", 2)[0];
      assertThat(Integer.parseInt(written)).isBetween(1_000 - IN_FLIGHT, 1_000);
      assertThat(ended.text()).contains(" not attempted");
      assertThat(ended.messages())
          .contains(
              "reprise: stopped by SIGINT (Ctrl-C) after line ",
              "; run the same command to resume");
    }

    calls.release(1_000_000);
    Program.Ended resumed = InProcess.reprise(load());

    assertThat(resumed.code()).as(resumed.messages()).isZero();
    Matcher result = RESULT.matcher(resumed.text().lines().findFirst().orElseThrow());
    assertThat(result.matches()).as(resumed.text()).isTrue();
    int before = Integer.parseInt(result.group(3));
    assertThat(before).isBetween(1_000 - IN_FLIGHT, 1_000);
    assertThat(Integer.parseInt(result.group(1)) + before).isEqualTo(ITEMS);
    assertThat(resumed.messages())
        .contains("reprise: resumed: " + before + " items are already done\n");
    assertThat(exported().stream().sorted().toList())
        .isEqualTo(Files.readAllLines(items).stream().sorted().toList());
    assertThat(server.counters().itemsWritten()).isBetween((long) ITEMS, (long) ITEMS + IN_FLIGHT);
    assertThat(dead).doesNotExist();
  }

  @Test
  void a_complete_load_sends_nothing_again_and_its_journal_is_complete() {
    assertThat(InProcess.reprise(load("--sync", "every-chunk")).code()).isZero();
    long written = server.counters().itemsWritten();

    Program.Ended again = InProcess.reprise(load("--sync", "never"));
    assertThat(again.code()).as(again.messages()).isZero();
    assertThat(again.text())
        .startsWith("0 of 3000 lines written in ")
        .contains("; 3000 already done");
    assertThat(server.counters().itemsWritten()).isEqualTo(written);

    Program.Ended printed = InProcess.reprise("dynamodb", "journal", journal.toString());
    assertThat(printed.code()).isZero();
    assertThat(printed.text().lines())
        .anyMatch(line -> line.matches("load +items\\.ndjson; writes to items in .*"))
        .anyMatch(line -> line.matches("state +complete"))
        .anyMatch(line -> line.matches("items done +3000"))
        .anyMatch(line -> line.matches("first not known to be done +none"))
        .anyMatch(line -> line.matches("gaps +0"));
  }

  @Test
  void dead_items_are_sent_again_and_the_old_dead_letters_are_kept() throws Exception {
    server.failNext("BatchWriteItem", 1, Fault.internalServerError());
    Program.Ended first = InProcess.reprise(load("--policy", "maxAttempts=1"));
    assertThat(first.text()).contains("; 25 dead, 0 not attempted", "25 dead, written to " + dead);
    assertThat(first.code()).isEqualTo(1);

    Program.Ended second = InProcess.reprise(load());

    Path kept = folder.resolve("items.ndjson.dead.1.ndjson");
    assertThat(second.code()).as(second.messages()).isZero();
    assertThat(second.text())
        .startsWith("25 of 3000 lines ")
        .contains("; 2975 already done, 0 dead");
    assertThat(second.messages())
        .contains("reprise: the dead letters of the previous run are in " + kept);
    assertThat(Files.readAllLines(kept)).hasSize(25);
    assertThat(dead).doesNotExist();
    assertThat(exported()).hasSize(ITEMS);
  }

  @Test
  void a_different_input_is_refused() throws Exception {
    InProcess.reprise(load());
    List<String> lines = new ArrayList<>(Files.readAllLines(items));
    lines.set(1_234, lines.get(1_234).replace("\"group\":", "\"changed\":"));
    Files.write(items, lines);
    long written = server.counters().itemsWritten();

    Program.Ended changed = InProcess.reprise(load());
    assertThat(changed.code()).isEqualTo(1);
    assertThat(changed.messages()).contains("reprise: journal: ");
    assertThat(server.counters().itemsWritten()).isEqualTo(written);
    assertThat(dead).doesNotExist();

    Files.writeString(folder.resolve("other.ndjson.dead.ndjson"), "letters");
    Path other = Files.copy(items, folder.resolve("other.ndjson"));
    items = other;
    Program.Ended elsewhere = InProcess.reprise(load());
    assertThat(elsewhere.code()).isEqualTo(1);
    assertThat(elsewhere.messages())
        .contains("reprise: journal: " + journal)
        .doesNotContain("resumed", "(cancelled)");
    assertThat(folder.resolve("other.ndjson.dead.ndjson")).hasContent("letters");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_journal_that_does_not_fit_is_refused_before_a_table_is_created(boolean complete)
      throws Exception {
    InProcess.reprise(load());
    if (!complete) {
      JournalView view = BatchJournal.inspect(journal);
      Files.delete(journal);
      BatchJournal.in(journal).describing(view.description()).open(TickSource.system()).close();
    }
    String[] elsewhere = load();
    elsewhere[4] = "fresh";

    Program.Ended ended = InProcess.reprise(elsewhere);

    assertThat(ended.code()).as(ended.messages()).isEqualTo(1);
    assertThat(ended.messages()).contains("reprise: journal: " + journal);
    Program.Ended export =
        InProcess.reprise(
            "dynamodb",
            "export",
            "--table",
            "fresh",
            "--out",
            folder.resolve("fresh.ndjson").toString(),
            "--endpoint",
            server.endpoint().toString());
    assertThat(export.code()).as(export.text()).isNotZero();
    assertThat(export.messages()).contains("Table: fresh not found");
  }

  @Test
  void a_file_that_is_not_a_journal_is_refused_and_unchanged() throws Exception {
    Files.writeString(journal, "a letter to my aunt", StandardOpenOption.CREATE_NEW);
    for (String[] command : new String[][] {load(), {"dynamodb", "journal", journal + ""}}) {
      Program.Ended ended = InProcess.reprise(command);
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.messages()).contains(journal + " is not a journal");
    }
    assertThat(journal).hasContent("a letter to my aunt");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 40})
  void a_journal_of_zeros_as_after_a_loss_of_power_is_begun_again(int zeros) throws Exception {
    Files.write(journal, new byte[zeros]);
    Program.Ended ended = InProcess.reprise(load());
    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(ended.text()).startsWith("3000 of 3000 lines written");
    assertThat(BatchJournal.inspect(journal).settled()).isEqualTo(ITEMS);
  }

  @Test
  void a_journal_in_a_missing_directory_is_refused() {
    journal = folder.resolve("nowhere").resolve("items.journal");
    Program.Ended ended = InProcess.reprise(load());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: --journal: there is no directory " + folder.resolve("nowhere"));
    assertThat(server.counters().itemsWritten()).isZero();
  }
}
