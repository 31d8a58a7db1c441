package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.time.TickSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Tests files that are truncated, changed, or not journals: an item that is not done never counts
 * as done.
 */
class DamagedJournalTest {

  private static final int ITEMS = 60;

  private final byte[] whole = whole();
  private final int header = headerLength();

  private static JournaledItem mark(long position) {
    return new JournaledItem(position, position * position);
  }

  private static byte[] whole() {
    MemoryStorage disk = new MemoryStorage();
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      open.append(marks(0, 10), List.of());
      open.append(marks(20, 30), marks(12, 15));
      open.append(marks(10, 12), List.of());
      open.append(marks(30, 33), marks(40, 41));
      open.inputRead(ITEMS);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return disk.content;
  }

  private static int headerLength() {
    return new RecordWriter(0, 0).header("a into b").length;
  }

  private static BatchJournal journal(MemoryStorage disk) {
    return disk.journal().describing("a into b");
  }

  private static List<JournaledItem> marks(long from, long to) {
    return LongStream.range(from, to).mapToObj(DamagedJournalTest::mark).toList();
  }

  private static ItemStatus told(int position) {
    if (position < 12 || (position >= 20 && position < 33)) {
      return ItemStatus.DONE;
    }
    boolean superseded = (position >= 12 && position < 15) || position == 40;
    return superseded ? ItemStatus.SUPERSEDED : ItemStatus.UNKNOWN;
  }

  /** Returns the number of recorded items; they must be correct, and the file usable. */
  private static long known(byte[] content) throws IOException {
    MemoryStorage disk = new MemoryStorage(content);
    long known = 0;
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      for (int position = 0; position < ITEMS; position++) {
        ItemStatus here = open.pass(mark(position));
        assertThat(here).isIn(ItemStatus.UNKNOWN, told(position));
        known += here == ItemStatus.UNKNOWN ? 0 : 1;
      }
      open.inputEnded(ITEMS);
      open.append(List.of(mark(50)), List.of());
    }
    try (OpenJournal again = journal(disk).open(TickSource.system())) {
      assertThat(again.tornBytes()).isZero();
      for (int position = 0; position < ITEMS; position++) {
        ItemStatus here = again.pass(mark(position));
        if (position == 50) {
          assertThat(here).isEqualTo(ItemStatus.DONE);
        } else {
          assertThat(here).isIn(ItemStatus.UNKNOWN, told(position));
        }
      }
    }
    return known;
  }

  @Test
  void an_intact_journal_is_read_completely() throws IOException {
    assertThat(known(whole)).isEqualTo(12 + 13 + 4);
  }

  @Test
  void a_file_truncated_anywhere_keeps_the_records_before_the_cut() throws IOException {
    long before = 0;
    for (int length = 0; length <= whole.length; length++) {
      long known = known(Arrays.copyOf(whole, length));
      assertThat(known).as("cut to %d", length).isGreaterThanOrEqualTo(before);
      before = known;
    }
    assertThat(before).isEqualTo(29);
  }

  @Test
  void zeros_instead_of_a_tail_are_cut_off() throws IOException {
    for (int length = header; length <= whole.length; length++) {
      byte[] zeroed = Arrays.copyOf(Arrays.copyOf(whole, length), whole.length + 500);
      assertThat(known(zeroed))
          .as("zeros from %d", length)
          .isEqualTo(known(Arrays.copyOf(whole, length)));
    }
  }

  @Test
  void zeros_in_the_header_restart_the_journal() throws IOException {
    for (int length = 0; length < header; length++) {
      byte[] zeroed = Arrays.copyOf(Arrays.copyOf(whole, length), header);
      assertThat(known(zeroed)).as("zeros from %d", length).isZero();
    }
  }

  @Test
  void a_changed_bit_ends_the_journal_or_rejects_it() {
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] changed = whole.clone();
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      try {
        assertThat(known(changed)).as("bit %d", bit).isLessThanOrEqualTo(29);
        assertThat(bit / 8).as("a header that is accepted").isGreaterThanOrEqualTo(header);
      } catch (IOException refused) {
        assertThat(refused).isInstanceOf(JournalException.class);
        assertThat(bit / 8).as("the header is refused").isLessThan(header);
      }
    }
  }

  @Test
  void a_record_missing_in_the_middle_ends_the_journal_before_it() throws IOException {
    int first = header + 1 + 11 + 4;
    byte[] without = new byte[whole.length - (first - header)];
    System.arraycopy(whole, 0, without, 0, header);
    System.arraycopy(whole, first, without, header, whole.length - first);
    assertThat(known(without)).isZero();
  }

  @Test
  void swapped_records_end_the_journal() throws IOException {
    byte[] doubled = Arrays.copyOf(whole, whole.length * 2 - header);
    System.arraycopy(whole, header, doubled, whole.length, whole.length - header);
    assertThat(known(doubled)).as("its own records once more").isEqualTo(29);
  }

  @Test
  void the_cut_off_length_is_reported() throws IOException {
    MemoryStorage disk = new MemoryStorage(Arrays.copyOf(whole, whole.length + 7));
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      assertThat(open.tornBytes()).isEqualTo(7);
    }
    assertThat(disk.content).hasSize(whole.length);
  }

  @Test
  void a_file_that_is_not_a_journal_is_rejected_and_not_changed() {
    Random random = new Random(5);
    for (int length = 1; length < 400; length++) {
      byte[] garbage = new byte[length];
      random.nextBytes(garbage);
      garbage[0] = 'x';
      MemoryStorage disk = new MemoryStorage(garbage);
      assertThatThrownBy(() -> journal(disk).open(TickSource.system()))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("memory is not a journal");
      assertThat(disk.content).isEqualTo(garbage);
      assertThat(disk.closed).isTrue();
    }
  }

  @Test
  void contradictory_records_are_ignored() throws IOException {
    MemoryStorage disk = new MemoryStorage();
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      open.append(marks(0, 10), List.of());
      open.append(marks(5, 12), List.of());
    }
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      assertThat(open.tornBytes()).isPositive();
      for (int position = 0; position < 12; position++) {
        assertThat(open.pass(mark(position)))
            .isEqualTo(position < 10 ? ItemStatus.DONE : ItemStatus.UNKNOWN);
      }
    }
  }

  @Test
  void a_partly_contradictory_record_is_ignored_completely() throws IOException {
    MemoryStorage disk = new MemoryStorage();
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      open.append(marks(10, 20), List.of());
      open.append(List.of(mark(5), mark(15)), List.of());
    }
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      assertThat(open.tornBytes()).isPositive();
      assertThat(open.pass(mark(0))).isEqualTo(ItemStatus.UNKNOWN);
      open.append(List.of(mark(40)), List.of());
    }
    try (OpenJournal open = journal(disk).open(TickSource.system())) {
      for (int position = 0; position < ITEMS; position++) {
        boolean done = (position >= 10 && position < 20) || position == 40;
        assertThat(open.pass(mark(position)))
            .isEqualTo(done ? ItemStatus.DONE : ItemStatus.UNKNOWN);
      }
    }
  }

  @Test
  void invalid_payloads_end_the_journal() throws IOException {
    Random random = new Random(11);
    for (int run = 0; run < 5_000; run++) {
      byte[] payload = new byte[1 + random.nextInt(30)];
      random.nextBytes(payload);
      payload[0] = (byte) random.nextInt(6);
      MemoryStorage disk = new MemoryStorage(withRecord(payload));
      try (OpenJournal open = journal(disk).open(TickSource.system())) {
        assertThat(open.tornBytes()).isNotNegative();
      }
    }
  }

  private static byte[] withRecord(byte[] payload) {
    byte[] head = new RecordWriter(0, 0).header("a into b");
    int chain =
        (head[head.length - 4] & 0xFF)
            | ((head[head.length - 3] & 0xFF) << 8)
            | ((head[head.length - 2] & 0xFF) << 16)
            | ((head[head.length - 1] & 0xFF) << 24);
    ByteBuilder framed = new ByteBuilder();
    framed.varint(payload.length);
    framed.octets(payload);
    ByteBuilder file = new ByteBuilder();
    file.octets(head);
    file.octets(framed.toArray());
    file.fixed32(RecordWriter.crc(chain, framed.toArray(), 0, framed.length()));
    return file.toArray();
  }
}
