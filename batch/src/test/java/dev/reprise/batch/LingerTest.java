package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.FailureKind;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that no item waits longer than the linger for others, whatever else the run does. */
class LingerTest {

  private static final Duration LINGER = Duration.ofMillis(300);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<String> calls = new ArrayList<>();

  /** Records each call as "milliseconds: keys", and completes it after a duration. */
  private Batch<Write> taking(Duration length) {
    return leaving(length, 0);
  }

  /** The same, and leaves the first item of each of the first calls unprocessed. */
  private Batch<Write> leaving(Duration length, int refusals) {
    return Batch.<Write>ofAsync(
            fourAttempts(time),
            chunk -> {
              calls.add(time.elapsed().toMillis() + ": " + keys(chunk));
              boolean leaves = calls.size() <= refusals;
              CompletableFuture<BatchReply<Write>> reply = new CompletableFuture<>();
              time.schedule(
                  length, () -> reply.complete(leaves ? firstLeft() : BatchReply.allDone()));
              return reply;
            })
        .chunkSize(10)
        .parallelism(8)
        .linger(LINGER);
  }

  private static BatchReply<Write> firstLeft() {
    return BatchReply.<Write>allDone().leavingAt(0, ItemFailure.of(FailureKind.THROTTLED, "busy"));
  }

  private static String keys(List<Write> chunk) {
    return chunk.stream().map(item -> "" + item.key()).collect(Collectors.joining(" "));
  }

  private void at(int millis) {
    time.advance(Duration.ofMillis(millis).minus(time.elapsed()));
  }

  @Test
  void the_groups_of_a_run_wait_at_the_same_time() throws Exception {
    BatchSender<Write> sender = taking(Duration.ofMillis(1)).groupedBy(Write::key).sender();
    BatchSenderTest.sendAll(sender, writes(8));
    at(1_000);

    assertThat(calls).hasSize(8).allMatch(call -> call.startsWith("300: "));
    sender.close();
  }

  @Test
  void each_group_waits_from_its_own_first_item() throws Exception {
    BatchSender<Write> sender = taking(Duration.ofMillis(1)).groupedBy(Write::key).sender();
    sender.send(new Write(1, 1));
    at(100);
    sender.send(new Write(2, 1));
    at(200);
    sender.send(new Write(1, 2));
    at(299);
    assertThat(calls).isEmpty();
    at(1_000);

    assertThat(calls).containsExactly("300: 1 1", "400: 2");
    sender.close();
  }

  @Test
  void the_group_that_waits_longest_is_sent_although_another_was_served_longer_ago()
      throws Exception {
    BatchSender<Write> sender = taking(Duration.ofMillis(1)).groupedBy(Write::key).sender();
    sender.send(new Write(1, 1));
    sender.send(new Write(2, 1));
    at(500);
    sender.send(new Write(2, 2));
    at(600);
    sender.send(new Write(1, 2));
    at(2_000);

    assertThat(calls).containsExactly("300: 1", "300: 2", "800: 2", "900: 1");
    sender.close();
  }

  @Test
  void what_an_item_waited_for_a_free_call_counts() throws Exception {
    BatchSender<Write> sender = taking(Duration.ofSeconds(1)).parallelism(1).sender();
    sender.send(new Write(1, 1));
    at(310);
    sender.send(new Write(2, 1));
    at(1_200);
    sender.send(new Write(3, 1));
    at(5_000);

    assertThat(calls).containsExactly("300: 1", "1300: 2 3");
    sender.close();
  }

  @Test
  void a_retry_does_not_wait_for_others_again() throws Exception {
    BatchSender<Write> sender = leaving(Duration.ofMillis(1), 2).sender();
    sender.send(new Write(1, 1));
    at(10_000);

    assertThat(calls).containsExactly("300: 1", "1301: 1", "2302: 1");
    sender.close();
  }

  @Test
  void the_rest_of_a_call_that_its_weight_limits_waits_from_its_own_arrival() throws Exception {
    BatchSender<Write> sender =
        taking(Duration.ofMillis(1)).maxWeight(100, item -> 60L).parallelism(1).sender();
    sender.send(new Write(1, 1));
    at(50);
    sender.send(new Write(2, 1));
    at(1_000);

    assertThat(calls).containsExactly("50: 1", "350: 2");
    sender.close();
  }

  @Test
  void items_of_a_fast_iterator_do_not_wait_so_long_calls_stay_full() {
    Iterator<Write> items = writes(95).iterator();
    time.await(
        taking(Duration.ofSeconds(5)).maxWeight(100, item -> 16L).parallelism(2).runAsync(items));

    assertThat(calls).hasSize(16);
  }
}
