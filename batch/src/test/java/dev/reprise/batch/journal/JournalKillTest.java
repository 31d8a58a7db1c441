package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.SameKey;
import dev.reprise.batch.journal.KilledLoad.Feed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests loads that are killed with SIGKILL repeatedly, and continued until all items are done. */
class JournalKillTest {

  /** The maximum number of items that are accepted between two kills. */
  private static final int MOST_BETWEEN = 300;

  private static final int IN_FLIGHT = KilledLoad.CHUNK * KilledLoad.PARALLELISM;

  @TempDir Path folder;
  private Random random = new Random(0);
  private SameKey sameKey = SameKey.WAITS;
  private Feed feed = Feed.RUN;

  /** The number of times each item had been accepted when the last load began. */
  private int[] before = new int[0];

  private long twice;

  @ParameterizedTest
  @EnumSource
  void a_load_killed_three_times_ends_with_every_item_done(Feed by) throws Exception {
    feed = by;
    killAndResume(3);
  }

  @ParameterizedTest
  @CsvSource({"RUN, WAITS, 16", "RUN, REPLACES, 16", "SENDER, WAITS, 8", "SENDER, REPLACES, 8"})
  @Tag("proof")
  void a_load_killed_many_times_ends_with_every_item_done(Feed by, SameKey key, int kills)
      throws Exception {
    feed = by;
    sameKey = key;
    killAndResume(kills);
  }

  private void killAndResume(int kills) throws Exception {
    random = new Random(kills + sameKey.ordinal());
    int items = kills * MOST_BETWEEN;
    before = new int[items];
    try (CountingService service = new CountingService(items, random)) {
      for (int generation = 0; generation < kills; generation++) {
        service.expect(generation, generation % 2 == 1);
        Process load = start(service, generation, items);
        service.killAfter(random.nextInt(MOST_BETWEEN), load);
        await(load);
        check(service);
      }
      service.expect(kills, false);
      Process last = start(service, kills, items);
      await(last);
      assertThat(last.exitValue()).as(output()).isZero();
      checkAll(service, kills, items);
    }
  }

  private Process start(CountingService service, int generation, int items) throws IOException {
    return Children.start(
        folder.resolve("output"),
        KilledLoad.class,
        Integer.toString(service.port()),
        Integer.toString(generation),
        journal().toString(),
        Integer.toString(items),
        sameKey.name(),
        feed.name(),
        acknowledged().toString());
  }

  private static void await(Process load) throws InterruptedException {
    assertThat(load.waitFor(2, TimeUnit.MINUTES)).isTrue();
  }

  private Path journal() {
    return folder.resolve("journal");
  }

  private Path acknowledged() {
    return folder.resolve("acknowledged");
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("output"));
  }

  /**
   * Checks that recorded items were accepted, that items whose future said done are recorded, and
   * that accepted items of this load without a record were in flight. Items that an earlier load
   * left in that state, and that this load did not reach, are not counted again.
   */
  private void check(CountingService service) throws IOException {
    boolean[] known = new boolean[service.taken().length];
    PositionRanges spans =
        Files.exists(journal()) ? read().spans : new PositionRanges(PositionRanges.MOST_POSITIONS);
    int[] taken = service.taken();
    for (PositionRange span = spans.takeFirst(); span != null; span = spans.takeFirst()) {
      for (long position = span.start(); position < span.end(); position++) {
        known[(int) position] = true;
        if (span.known() == ItemStatus.DONE) {
          assertThat(taken[(int) position]).as("times that %d was accepted", position).isPositive();
        }
      }
    }
    for (int item : KilledLoad.acknowledged(acknowledged())) {
      assertThat(item < 0 || known[item]).as("%d is done, so it is recorded", item).isTrue();
    }
    long unknown = 0;
    for (int position = 0; position < taken.length; position++) {
      unknown += taken[position] > before[position] && !known[position] ? 1 : 0;
    }
    assertThat(unknown).as("accepted items without a record").isLessThanOrEqualTo(IN_FLIGHT);
    twice += unknown;
    before = taken;
  }

  private RecordReader read() throws IOException {
    try (JournalStorage disk = FileStorage.reading(journal())) {
      return RecordReader.of(disk, journal());
    }
  }

  private void checkAll(CountingService service, int kills, int items) throws IOException {
    check(service);
    JournalView view = BatchJournal.inspect(journal());
    assertThat(view.settled()).as(view.toString()).isEqualTo(items);
    assertThat(view.firstUnknown()).isEqualTo(items);
    // A sender may be closed before all items were pushed, so it does not record their number.
    assertThat(view.complete()).isEqualTo(feed == Feed.RUN);
    if (feed == Feed.SENDER) {
      assertThat(
              KilledLoad.acknowledged(acknowledged()).stream().map(item -> Math.max(item, ~item)))
          .containsAll(IntStream.range(0, items).boxed().toList());
    }
    long more = 0;
    for (int times : service.taken()) {
      more += Math.max(0, times - 1);
    }
    assertThat(more).as("items accepted again").isLessThanOrEqualTo(twice);
    assertThat(twice).isLessThanOrEqualTo((long) kills * IN_FLIGHT);
    for (int key = 0; key < KilledLoad.KEYS; key++) {
      int last = (items - 1 - key) / KilledLoad.KEYS * KilledLoad.KEYS + key;
      assertThat(service.values().get(key)).as("the last of key %d", key).isEqualTo(last);
    }
    System.out.println(
        feed
            + ", "
            + kills
            + " kills, "
            + items
            + " items, "
            + more
            + " taken again, "
            + view.superseded()
            + " gave way, "
            + view.bytes()
            + " bytes");
  }
}
