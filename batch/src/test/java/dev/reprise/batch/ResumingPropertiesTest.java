package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.batch.journal.SyncPolicy;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests runs over one input that follow each other, with random faults, stops, and the loss of any
 * tail of the journal, as after a loss of power.
 */
class ResumingPropertiesTest {

  private static final int SCRIPTS = 150;
  private static final int MANY = 2_000;

  private static final RandomRun.Shape[] SHAPES = RandomRun.Shape.values();

  /** Referenced here, since loggers are held weakly. */
  private static final Logger LOGGER = Logger.getLogger("dev.reprise.batch");

  @TempDir Path folder;

  /** Each journal that a test cuts off causes a warning, thousands of them. */
  @BeforeAll
  static void silence_the_log() {
    LOGGER.setLevel(Level.OFF);
  }

  @AfterAll
  static void restore_the_log() {
    LOGGER.setLevel(null);
  }

  @Test
  void the_last_run_leaves_the_last_item_of_every_key_in_the_table() throws IOException {
    resumeAll(1, SCRIPTS);
  }

  @Test
  @Tag("proof")
  void the_last_of_many_runs_leaves_the_last_item_of_every_key_in_the_table() throws IOException {
    resumeAll(SCRIPTS + 1, MANY);
  }

  private void resumeAll(long first, long last) throws IOException {
    for (long seed = first; seed <= last; seed++) {
      Path file = folder.resolve("journal-" + seed);
      try {
        resume(seed, file);
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed, failure);
      }
      Files.delete(file);
    }
  }

  private static void resume(long seed, Path file) throws IOException {
    Random random = new Random(seed);
    List<Write> items = items(random);
    BatchJournal journal = BatchJournal.in(file).syncedBy(SyncPolicy.never());
    RandomRun.Resumed resumed = new RandomRun.Resumed(items, journal);
    Map<Integer, Write> values = new HashMap<>();
    for (int run = 1 + random.nextInt(4); run > 0; run--) {
      RandomRun.Shape shape = SHAPES[random.nextInt(SHAPES.length)];
      RandomRun faulty = RandomRun.resumed(random.nextInt(), shape, resumed);
      faulty.table.values().putAll(values);
      BatchReport<Write> report = faulty.toEnd();
      faulty.accounts.agreeBesideOthers(report);
      assertThat(report.journalFailure()).isEmpty();
      values.putAll(faulty.table.values());
      if (random.nextInt(3) == 0) {
        cut(file, random);
      }
    }
    finish(items, journal, values, random.nextBoolean() ? SameKey.WAITS : SameKey.REPLACES);
  }

  private static void finish(
      List<Write> items, BatchJournal journal, Map<Integer, Write> values, SameKey sameKey)
      throws IOException {
    ItemAccounts<Write> accounts = new ItemAccounts<>();
    BatchReport<Write> report =
        Batch.ofAsync(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  chunk.forEach(write -> values.put(write.key(), write));
                  return CompletableFuture.completedFuture(BatchReply.<Write>allDone());
                })
            .keyedBy(Write::key, sameKey)
            .journaledIn(journal, JournaledBatchTest::fingerprint)
            .withListener(accounts)
            .run(items);
    accounts.agreeWith(report);
    assertThat(report.allDone()).as(report.toString()).isTrue();
    Map<Integer, Write> expected = new HashMap<>();
    items.forEach(write -> expected.put(write.key(), write));
    assertThat(values).isEqualTo(expected);
    assertThat(BatchJournal.inspect(journal.file()).complete()).isTrue();
  }

  private static List<Write> items(Random random) {
    int keys = 1 + random.nextInt(8);
    return IntStream.range(0, 1 + random.nextInt(60))
        .mapToObj(i -> new Write(random.nextInt(keys), i))
        .toList();
  }

  /** Cuts off a random part of the records. */
  private static void cut(Path file, Random random) throws IOException {
    JournalView view = BatchJournal.inspect(file);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      long header = 8 + 1 + 2 + 4;
      long length = header + (long) (random.nextDouble() * (view.bytes() - header));
      access.setLength(length);
    }
  }
}
