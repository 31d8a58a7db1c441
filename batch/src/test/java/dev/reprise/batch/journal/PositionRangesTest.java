package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.time.TickSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PositionRangesTest {

  private static PositionRange done(long start, long end) {
    return new PositionRange(start, end, end - start, ItemStatus.DONE);
  }

  @Test
  void adjacent_ranges_are_joined_in_any_order() {
    Random random = new Random(2);
    for (int run = 0; run < 200; run++) {
      List<PositionRange> pieces = new ArrayList<>();
      for (long start = 0; start < 1_000; ) {
        long end = Math.min(1_000, start + 1 + random.nextInt(40));
        pieces.add(done(start, end));
        start = end;
      }
      Collections.shuffle(pieces, random);
      PositionRanges spans = new PositionRanges(PositionRanges.MOST_POSITIONS);
      pieces.forEach(piece -> assertThat(spans.add(piece)).isTrue());

      assertThat(spans.size()).isEqualTo(1);
      assertThat(spans.takeFirst()).isEqualTo(done(0, 1_000));
    }
  }

  @Test
  void a_range_that_is_recorded_already_is_rejected() {
    PositionRanges spans = new PositionRanges(PositionRanges.MOST_POSITIONS);
    spans.add(done(10, 20));
    for (PositionRange known :
        List.of(done(0, 11), done(19, 21), done(12, 13), done(0, 30), done(10, 20))) {
      assertThat(spans.add(known)).as(known.toString()).isFalse();
    }
    assertThat(spans.add(done(0, 10))).isTrue();
    assertThat(spans.add(done(20, 21))).isTrue();
    assertThat(spans.takeFirst()).isEqualTo(done(0, 21));
  }

  @Test
  void ranges_of_different_kinds_are_not_joined() {
    PositionRanges spans = new PositionRanges(PositionRanges.MOST_POSITIONS);
    spans.add(done(0, 10));
    spans.add(new PositionRange(10, 11, 5, ItemStatus.SUPERSEDED));
    spans.add(done(11, 12));

    assertThat(spans.size()).isEqualTo(3);
    assertThat(spans.count(ItemStatus.DONE)).isEqualTo(11);
    assertThat(spans.count(ItemStatus.SUPERSEDED)).isEqualTo(1);
    assertThat(spans.unbroken()).hasSize(1);
  }

  @Test
  void ten_million_items_are_a_few_hundred_ranges() throws IOException {
    MemoryStorage disk = new MemoryStorage();
    List<PositionRange> calls = new ArrayList<>();
    for (long start = 0; start < 10_000_000; start += 25) {
      calls.add(done(start, start + 25));
    }
    shuffleNearby(calls);
    RecordWriter records = new RecordWriter(0, 0);
    ByteBuilder file = new ByteBuilder();
    file.octets(records.header(""));
    calls.forEach(call -> file.octets(records.settled(List.of(call), List.of())));
    disk.content = file.toArray();

    assertThat(disk.content.length).isLessThan(10_000_000);
    RecordReader scan = RecordReader.of(disk, "memory");
    assertThat(scan.spans.count(ItemStatus.DONE)).isEqualTo(10_000_000);
    assertThat(scan.spans.size()).isLessThan(400);
    try (OpenJournal open = disk.journal().open(TickSource.system())) {
      assertThat(open.tornBytes()).isZero();
    }
  }

  /** Shuffles ranges as parallel calls end. */
  private static void shuffleNearby(List<PositionRange> calls) {
    Random random = new Random(9);
    for (int i = 0; i < calls.size(); i++) {
      Collections.swap(calls, i, Math.min(calls.size() - 1, i + random.nextInt(8)));
    }
  }
}
