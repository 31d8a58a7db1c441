package dev.reprise.dynamodb.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineIndexTest {

  private final LineIndex index = new LineIndex();

  @Test
  void returns_the_line_of_each_item_with_any_lines_between() {
    SplittableRandom choice = new SplittableRandom(1);
    List<Long> lines = new ArrayList<>();
    long line = 0;
    for (int i = 0; i < 20_000; i++) {
      line += choice.nextInt(4) == 0 ? 1 + choice.nextInt(5) : 1;
      lines.add(line);
      index.add(line);
    }

    for (int position = 0; position < lines.size(); position++) {
      assertThat(index.lineOf(position)).isEqualTo(lines.get(position));
    }
    assertThat(index.lineOf(lines.size())).isZero();
  }

  @Test
  void an_empty_line_after_each_item_is_one_run() {
    int items = 10 * LineIndex.MAX_RUNS;
    for (long i = 0; i < items; i++) {
      index.add(2 * i + 1);
    }

    assertThat(index.lineOf(0)).isEqualTo(1);
    assertThat(index.lineOf(items - 1)).isEqualTo(2L * items - 1);
  }

  @Test
  void drops_the_oldest_runs_if_there_are_too_many() {
    // Distances of 1, 2, 3 and so on: each run has two items.
    long items = 2L * LineIndex.MAX_RUNS + 1_000;
    for (long i = 0; i < items; i++) {
      index.add(line(i));
    }

    assertThat(index.lineOf(0)).isZero();
    assertThat(index.lineOf(999)).isZero();
    for (long position = 1_000; position < items; position++) {
      assertThat(index.lineOf(position)).isEqualTo(line(position));
    }
  }

  private static long line(long position) {
    return 1 + position * (position + 1) / 2;
  }
}
