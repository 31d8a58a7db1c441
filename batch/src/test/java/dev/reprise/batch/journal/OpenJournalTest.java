package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests the records of a file, reading them, and failures of the disk. */
class OpenJournalTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final MemoryStorage disk = new MemoryStorage();
  private final BatchJournal journal = disk.journal().describing("a into b");

  private static JournaledItem mark(long position) {
    return new JournaledItem(position, position * 31 + 7);
  }

  private static List<JournaledItem> marks(long from, long to) {
    return LongStream.range(from, to).mapToObj(OpenJournalTest::mark).toList();
  }

  private OpenJournal open() throws IOException {
    return journal.open(time.ticks());
  }

  private static List<ItemStatus> pass(OpenJournal open, long items) {
    return marks(0, items).stream().map(open::pass).toList();
  }

  @Test
  void an_empty_file_becomes_an_empty_journal() throws IOException {
    try (OpenJournal open = open()) {
      assertThat(pass(open, 3)).containsOnly(ItemStatus.UNKNOWN);
      open.inputEnded(3);
    }
    assertThat(disk.closed).isTrue();
  }

  @Test
  void reads_its_own_records() throws IOException {
    try (OpenJournal open = open()) {
      open.append(List.of(mark(4), mark(2), mark(3)), List.of());
      open.append(List.of(mark(7)), List.of(mark(0), mark(6)));
    }
    try (OpenJournal open = open()) {
      assertThat(pass(open, 9))
          .containsExactly(
              ItemStatus.SUPERSEDED,
              ItemStatus.UNKNOWN,
              ItemStatus.DONE,
              ItemStatus.DONE,
              ItemStatus.DONE,
              ItemStatus.UNKNOWN,
              ItemStatus.SUPERSEDED,
              ItemStatus.DONE,
              ItemStatus.UNKNOWN);
      open.inputEnded(9);
    }
  }

  @Test
  void its_bytes_match_the_format() throws IOException {
    try (OpenJournal open = open()) {
      open.append(marks(0, 25), List.of());
      open.append(List.of(mark(30)), List.of(mark(28)));
      open.inputRead(31);
    }
    assertThat(HexFormat.of().formatHex(disk.content))
        .isEqualTo(
            "8952504a0d0a1a0a" // no text, and no text mode
                + "0a"
                + "0101"
                + "6120696e746f2062"
                + "c7b43c8e" // header: a into b
                + "0b"
                + "02"
                + "0018412005443da7abec"
                + "565c317f" // done: 0 to 24
                + "0b"
                + "03"
                + "0600278d0dc3d96e98a5"
                + "090cd08d" // superseded: 28
                + "0b"
                + "02"
                + "0200055d672449105192"
                + "6f55a4b3" // done: 30
                + "02"
                + "04"
                + "1f"
                + "5a67f3e8"); // the input has 31
  }

  @Test
  void uses_less_than_a_byte_for_an_item_in_calls_of_25_adjacent_items() throws IOException {
    try (OpenJournal open = open()) {
      for (long from = 0; from < 250_000; from += 25) {
        open.append(marks(from, from + 25), List.of());
      }
    }
    assertThat(disk.content.length / 250_000.0).isLessThan(0.7);
  }

  @Test
  void writes_once_for_each_call() throws IOException {
    try (OpenJournal open = open()) {
      int before = disk.writes;
      open.append(marks(0, 25), marks(30, 40));
      assertThat(disk.writes).isEqualTo(before + 1);
    }
  }

  @Test
  void compares_recorded_items_at_the_end_of_their_range() throws IOException {
    try (OpenJournal open = open()) {
      open.append(marks(2, 5), List.of());
    }
    try (OpenJournal open = open()) {
      open.pass(mark(0));
      open.pass(mark(1));
      open.pass(mark(2));
      open.pass(new JournaledItem(3, 0));
      assertThatThrownBy(() -> open.pass(mark(4)))
          .isInstanceOfSatisfying(
              InputChangedException.class,
              change -> assertThat(List.of(change.from(), change.to())).containsExactly(2L, 4L))
          .hasMessageContaining("memory was written: the items at positions 2 to 4 differ");
    }
  }

  @Test
  void an_end_before_the_last_recorded_item_is_a_change() throws IOException {
    try (OpenJournal open = open()) {
      open.append(marks(0, 3), List.of());
      open.append(marks(9, 10), List.of());
    }
    for (int length : List.of(0, 2, 3, 8, 9)) {
      try (OpenJournal open = open()) {
        pass(open, length);
        assertThatThrownBy(() -> open.inputEnded(length))
            .isInstanceOf(InputChangedException.class)
            .hasMessageContaining("ends after " + length + " items, but the item at position 9");
      }
    }
    try (OpenJournal open = open()) {
      pass(open, 10);
      open.inputEnded(10);
    }
  }

  @Test
  void a_position_out_of_order_is_rejected() throws IOException {
    try (OpenJournal open = open()) {
      assertThatThrownBy(() -> open.pass(mark(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the next position is 0, but was 1");
    }
    assertThatThrownBy(() -> new JournaledItem(-1, 0))
        .hasMessage("position must be at least 0, but was -1");
  }

  @Test
  void many_superseded_items_are_recorded_in_several_records() throws IOException {
    List<JournaledItem> superseded = new ArrayList<>();
    for (long position = 0; position < 30_000; position += 2) {
      superseded.add(mark(position));
    }
    try (OpenJournal open = open()) {
      open.append(List.of(mark(30_001)), superseded);
    }
    try (OpenJournal open = open()) {
      List<ItemStatus> known = pass(open, 30_002);
      assertThat(known.stream().filter(ItemStatus.SUPERSEDED::equals)).hasSize(15_000);
      assertThat(known.get(30_001)).isEqualTo(ItemStatus.DONE);
    }
  }

  @Test
  void exactly_the_acknowledged_items_are_recorded_in_any_order() throws IOException {
    Random random = new Random(3);
    for (int run = 0; run < 300; run++) {
      MemoryStorage memory = new MemoryStorage();
      Map<Long, ItemStatus> told = new HashMap<>();
      int sessions = 1 + random.nextInt(4);
      for (int session = 0; session < sessions; session++) {
        try (OpenJournal open = memory.journal().open(time.ticks())) {
          for (int call = random.nextInt(8); call > 0; call--) {
            acknowledge(open, random, told);
          }
        }
      }
      try (OpenJournal open = memory.journal().open(time.ticks())) {
        for (long position = 0; position < 200; position++) {
          assertThat(open.pass(mark(position)))
              .as("run %d, position %d", run, position)
              .isEqualTo(told.getOrDefault(position, ItemStatus.UNKNOWN));
        }
        open.inputEnded(200);
      }
    }
  }

  private static void acknowledge(OpenJournal open, Random random, Map<Long, ItemStatus> told)
      throws IOException {
    List<JournaledItem> done = new ArrayList<>();
    List<JournaledItem> superseded = new ArrayList<>();
    long from = random.nextInt(200);
    for (long position = from; position < Math.min(200, from + 10); position++) {
      if (random.nextInt(4) > 0 && !told.containsKey(position)) {
        boolean isDone = random.nextInt(5) > 0;
        told.put(position, isDone ? ItemStatus.DONE : ItemStatus.SUPERSEDED);
        (isDone ? done : superseded).add(0, mark(position));
      }
    }
    open.append(done, superseded);
  }

  @Test
  void forces_every_chunk_with_that_policy() throws IOException {
    try (OpenJournal open = journal.syncedBy(SyncPolicy.everyChunk()).open(time.ticks())) {
      int before = disk.forces;
      open.append(marks(0, 1), List.of());
      open.append(marks(1, 2), List.of());
      assertThat(disk.forces).isEqualTo(before + 2);
    }
    assertThat(disk.forces).isEqualTo(3);
  }

  @Test
  void forces_when_the_interval_has_passed_and_at_the_end() throws Exception {
    BatchJournal everySecond = journal.syncedBy(SyncPolicy.every(Duration.ofSeconds(1)));
    try (OpenJournal open = everySecond.open(time.ticks())) {
      assertThat(disk.forces).isEqualTo(1);
      for (int i = 0; i < 25; i++) {
        open.append(marks(i, i + 1), List.of());
        time.pass(Duration.ofMillis(100));
      }
      assertThat(disk.forces).isEqualTo(3);
    }
    assertThat(disk.forces).isEqualTo(4);
  }

  @Test
  void never_forces_with_that_policy() throws Exception {
    try (OpenJournal open = journal.syncedBy(SyncPolicy.never()).open(time.ticks())) {
      open.append(marks(0, 1), List.of());
      time.pass(Duration.ofDays(1_000));
      open.append(marks(1, 2), List.of());
    }
    assertThat(disk.forces).isZero();
  }

  @Test
  void a_full_disk_fails_the_append_and_keeps_the_journal_intact() throws IOException {
    OpenJournal open = open();
    open.append(marks(0, 5), List.of());
    byte[] whole = disk.content.clone();
    disk.room = whole.length + 3;
    assertThatThrownBy(() -> open.append(marks(5, 9), List.of()))
        .isInstanceOf(JournalException.class)
        .hasMessage("memory cannot be written: No space left on device");
    assertThat(disk.content).isEqualTo(whole);

    disk.room = Long.MAX_VALUE;
    assertThatThrownBy(() -> open.append(marks(9, 11), List.of()))
        .as("records after a gap are not written")
        .isInstanceOf(JournalException.class);
    open.close();
    assertThat(disk.content).isEqualTo(whole);
    assertThat(disk.closed).isTrue();
  }

  @Test
  void a_partial_record_that_cannot_be_removed_is_cut_off_by_the_next_run() throws IOException {
    OpenJournal open = open();
    open.append(marks(0, 5), List.of());
    disk.room = disk.content.length + 3;
    disk.truncateFails = true;
    assertThatThrownBy(() -> open.append(marks(5, 9), List.of()))
        .hasSuppressedException(new IOException("cannot truncate"));
    open.close();
    disk.room = Long.MAX_VALUE;
    disk.truncateFails = false;

    try (OpenJournal next = open()) {
      assertThat(next.tornBytes()).isEqualTo(3);
      assertThat(pass(next, 9)).startsWith(ItemStatus.DONE).endsWith(ItemStatus.UNKNOWN);
    }
  }

  @Test
  void a_force_that_fails_ends_the_use() throws IOException {
    OpenJournal open = journal.syncedBy(SyncPolicy.everyChunk()).open(time.ticks());
    disk.forceFails = true;
    assertThatThrownBy(() -> open.append(marks(0, 5), List.of()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("Input/output error");
    open.close();
  }

  @Test
  void a_force_or_close_that_fails_at_the_end_is_reported() throws IOException {
    OpenJournal open = open();
    open.append(marks(0, 5), List.of());
    disk.forceFails = true;
    assertThatThrownBy(open::close)
        .isInstanceOf(JournalException.class)
        .hasMessage("memory cannot be forced to the disk: Input/output error");
    assertThat(disk.closed).isTrue();

    disk.forceFails = false;
    disk.closeFails = true;
    assertThatThrownBy(open()::close).hasMessage("memory cannot be closed: cannot close");
  }

  @Test
  void a_different_description_is_rejected_and_the_file_is_not_changed() throws IOException {
    open().close();
    byte[] before = disk.content.clone();
    BatchJournal other = disk.journal().describing("a into c");
    assertThatThrownBy(() -> other.open(time.ticks()))
        .isInstanceOf(JournalException.class)
        .hasMessage("memory is the journal of \"a into b\", not of \"a into c\"");
    assertThat(disk.content).isEqualTo(before);
    assertThat(disk.closed).isTrue();
  }

  @Test
  void a_journal_of_a_later_format_is_rejected() throws IOException {
    ByteBuilder payload = new ByteBuilder();
    payload.octet(RecordWriter.HEADER);
    payload.varint(2);
    ByteBuilder file = new ByteBuilder();
    file.octets(RecordWriter.magic());
    ByteBuilder framed = new ByteBuilder();
    framed.varint(payload.length());
    framed.octets(payload.toArray());
    file.octets(framed.toArray());
    file.fixed32(RecordWriter.crc(0, framed.toArray(), 0, framed.length()));
    disk.content = file.toArray();

    assertThatThrownBy(this::open).hasMessage("memory has format 2; this version reads 1");
  }

  @Test
  void the_length_of_a_description_is_limited() {
    assertThatThrownBy(() -> journal.describing("x".repeat(10_001)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("description must be at most 10000 characters, but was 10001");
    assertThat(journal.describing("\uD800").description()).isEqualTo("?");
  }

  @Test
  void sync_policies_have_a_text_form() {
    assertThat(SyncPolicy.everyChunk()).hasToString("every chunk");
    assertThat(SyncPolicy.every(Duration.ofSeconds(2))).hasToString("every 2 s");
    assertThat(SyncPolicy.never()).hasToString("never");
    assertThat(SyncPolicy.every(Duration.ofSeconds(2)))
        .isEqualTo(SyncPolicy.every(Duration.ofMillis(2_000)))
        .hasSameHashCodeAs(SyncPolicy.every(Duration.ofMillis(2_000)))
        .isNotEqualTo(SyncPolicy.never());
    assertThat(SyncPolicy.every(Duration.ofDays(1_000_000))).isNotEqualTo(SyncPolicy.never());
    assertThatThrownBy(() -> SyncPolicy.every(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("every must be more than 0 s, but was 0 s");
    assertThat(journal).hasToString("memory, forced every 1 s, \"a into b\"");
  }
}
