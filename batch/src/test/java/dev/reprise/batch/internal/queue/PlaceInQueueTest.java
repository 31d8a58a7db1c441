package dev.reprise.batch.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that calls that were taken from the queue, but did not start, return to their place. */
class PlaceInQueueTest {

  private static final int CHUNK = 2;
  private static final int SMALL = 9;

  private long tick;
  private int added;
  private final ReadyQueue<Integer> ready = new ReadyQueue<>(CHUNK, Long.MAX_VALUE, () -> tick);
  private final SendQueue<Integer> queue = new SendQueue<>(ready, Long.MAX_VALUE);

  private Entry<Integer> entry(int group) {
    int item = added++;
    return new Entry<>(item, item, 0, 1, group, Progress.startingAt(0), null);
  }

  private void add(int group, int count) {
    for (int i = 0; i < count; i++) {
      queue.add(entry(group));
    }
  }

  private Chunk<Integer> next() {
    return queue.next(Long.MAX_VALUE, 0);
  }

  private static String groupOf(Chunk<Integer> chunk) {
    return String.valueOf(chunk.entries.get(0).group());
  }

  private void takeBack(List<Chunk<Integer>> prepared) {
    for (int i = prepared.size() - 1; i >= 0; i--) {
      queue.addBack(prepared.get(i));
    }
    prepared.clear();
  }

  @Test
  void groups_keep_their_turns() {
    for (int group = 0; group < 3; group++) {
      add(group, 2 * CHUNK);
    }
    assertThat(groupOf(next())).isEqualTo("0");
    takeBack(new ArrayList<>(List.of(next(), next())));

    assertThat(List.of(groupOf(next()), groupOf(next()), groupOf(next())))
        .containsExactly("1", "2", "0");
  }

  @Test
  void a_group_that_was_emptied_keeps_its_turn() {
    add(0, 2 * CHUNK);
    add(1, CHUNK);
    assertThat(groupOf(next())).isEqualTo("0");
    takeBack(new ArrayList<>(List.of(next())));

    assertThat(groupOf(next())).isEqualTo("1");
  }

  @Test
  void a_small_group_is_sent_after_fifty_calls_that_started() {
    add(SMALL, 1);
    int calls = 0;
    boolean sent = false;
    List<Chunk<Integer>> prepared = new ArrayList<>();
    while (!sent && calls < 1_000) {
      add(0, 8 * CHUNK);
      for (int i = 0; i < 7; i++) {
        prepared.add(next());
      }
      takeBack(prepared);
      sent = groupOf(next()).equals(String.valueOf(SMALL));
      calls++;
    }

    assertThat(calls).isEqualTo(51);
  }

  @Test
  void the_wait_of_entries_goes_on() {
    add(0, CHUNK);
    tick = 5;
    Chunk<Integer> prepared = next();
    tick = 100;
    queue.addBack(prepared);

    assertThat(ready.waitsSince()).isZero();
  }

  @Test
  void retries_still_alternate_with_halves() {
    add(0, 2 * CHUNK);
    Chunk<Integer> first = next();
    Chunk<Integer> second = next();
    queue.split(first.entries);
    Chunk<Integer> half = next();
    second.entries.forEach(entry -> entry.started(entry.progress()));
    queue.addWoken(new DelayedRetry<>(second.entries, false, true, 3));
    Chunk<Integer> retry = next();
    assertThat(half.isHalf).isTrue();
    assertThat(retry.isHalf).isFalse();
    queue.addBack(retry);
    Chunk<Integer> again = next();

    assertThat(again.entries).isEqualTo(second.entries);
    assertThat(again.permits).isEqualTo(Permits.of(3));
    assertThat(next().isHalf).isTrue();
  }

  @Test
  void permits_keep_their_order() {
    add(0, 3 * CHUNK);
    List<Chunk<Integer>> left = List.of(next(), next(), next());
    for (Chunk<Integer> chunk : left) {
      chunk.entries.forEach(entry -> entry.started(entry.progress()));
      queue.addWoken(new DelayedRetry<>(chunk.entries, false, true, 1 + left.indexOf(chunk)));
    }
    Chunk<Integer> first = next();
    queue.addBack(first);

    assertThat(next().permits).isEqualTo(first.permits);
  }
}
