package dev.reprise.batch.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.Progress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadyQueueTest {

  private static final int CHUNK = 4;

  private final ReadyQueue<Integer> queue = new ReadyQueue<>(CHUNK, Long.MAX_VALUE, () -> 0);

  private static Entry<Integer> entry(int item, int group) {
    return new Entry<>(item, item, 0, 1, group, Progress.startingAt(0), null);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1_000, 100_000})
  void an_item_takes_a_number_of_steps_that_grows_with_the_logarithm_of_the_groups(int groups) {
    int items = 2 * groups;
    int sent = 0;
    for (int i = 0; i < items; i++) {
      queue.add(entry(i, i % groups));
      if (queue.fillsChunk()) {
        sent += queue.chunk(Long.MAX_VALUE).size();
      }
    }
    while (!queue.isEmpty()) {
      List<Entry<Integer>> chunk = queue.chunk(Long.MAX_VALUE);
      sent += chunk.size();
      if (sent % 3 == 0 && chunk.get(0).sends() == 0) {
        chunk.forEach(entry -> entry.started(entry.progress()));
        queue.addInFront(chunk);
        sent -= chunk.size();
      }
    }

    assertThat(sent).isEqualTo(items);
    double mostSteps = 10 * (2 + Math.log(groups) / Math.log(2));
    assertThat(queue.steps()).isLessThan((long) (mostSteps * items));
  }

  @Test
  void a_queue_of_many_groups_is_drained_in_steps_that_grow_with_their_logarithm() {
    int groups = 100_000;
    for (int i = 0; i < groups; i++) {
      queue.add(entry(i, i));
    }
    long before = queue.steps();
    int drained = 0;
    while (queue.poll() != null) {
      drained++;
    }

    assertThat(drained).isEqualTo(groups);
    double mostSteps = 2 * (4 + Math.log(groups) / Math.log(2));
    assertThat(queue.steps() - before).isLessThan((long) (mostSteps * groups));
  }

  @Test
  void a_full_group_goes_before_an_older_one_and_a_retry_before_both() {
    queue.add(entry(0, 0));
    for (int i = 1; i <= CHUNK; i++) {
      queue.add(entry(i, 1));
    }
    Entry<Integer> retry = entry(9, 2);
    retry.started(retry.progress());
    queue.add(retry);

    assertThat(List.of(items(), items(), items()))
        .containsExactly(List.of(9), List.of(1, 2, 3, 4), List.of(0));
    assertThat(queue.isEmpty()).isTrue();
  }

  private List<Integer> items() {
    return queue.chunk(Long.MAX_VALUE).stream().map(Entry::item).toList();
  }
}
