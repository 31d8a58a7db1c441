package dev.reprise.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the items that a table writes. */
class TableTest {

  private static final double CAPACITY = 100;
  private static final int BURST = 40;

  private record Came(long atNanos, int items, int of) {}

  private final List<Came> came = new ArrayList<>();
  private Table table;

  private Lab lab(String policy, long timeoutNanos, int batch) {
    Lab lab = new Lab(policy, timeoutNanos, 1);
    table =
        new Table(
            lab.world,
            lab.clients,
            lab.network(5 * Lab.MILLISECOND),
            CAPACITY,
            BURST,
            () -> batch,
            (now, items, of) -> came.add(new Came(now, items, of)));
    lab.clients.withTarget(table);
    return lab;
  }

  private int written() {
    return came.stream().mapToInt(Came::items).sum();
  }

  @Test
  void never_writes_more_than_its_capacity_and_burst() {
    lab("maxAttempts=9 within=unlimited backoff=exponential(20ms, jitter=full)", Long.MAX_VALUE, 25)
        .atOnce(50);
    assertThat(came.size()).isGreaterThan(200);
    for (int from = 0; from < came.size(); from++) {
      int items = 0;
      for (int to = from; to < came.size(); to++) {
        items += came.get(to).items();
        double seconds = (came.get(to).atNanos() - came.get(from).atNanos()) / (double) Lab.SECOND;
        assertThat(items).isLessThanOrEqualTo((int) (BURST + CAPACITY * seconds + 1.001));
      }
    }
  }

  @Test
  void writes_every_item_once() {
    String endless =
        "maxAttempts=unlimited within=unlimited backoff=exponential(20ms, jitter=full)";
    Lab lab = lab(endless, Long.MAX_VALUE, 25).atOnce(50);
    assertThat(lab.tally.successShare()).isEqualTo(1);
    assertThat(written()).isEqualTo(50 * 25);
  }

  @Test
  void every_item_is_written_or_unprocessed_where_calls_give_up() {
    List<Integer> left = new ArrayList<>();
    Lab lab = lab("maxAttempts=2 within=unlimited backoff=none", Long.MAX_VALUE, 25);
    lab.clients.onCallEnd((slot, attempts, length, reason) -> left.add(table.unprocessed(slot)));
    lab.atOnce(20);
    assertThat(left).hasSize(20).contains(0, 25);
    int lost = left.stream().mapToInt(rest -> rest).sum();
    assertThat(written() + lost).isEqualTo(20 * 25);
  }

  @Test
  void a_batch_that_makes_progress_is_sent_until_it_is_complete() {
    Lab lab =
        lab("maxAttempts=2 within=unlimited backoff=fixed(25ms)", Long.MAX_VALUE, 100).atOnce(1);
    assertThat(lab.tally.ended(StopReason.SUCCEEDED)).isEqualTo(1);
    assertThat(lab.tally.totalAttempts()).isGreaterThan(10);
  }

  @Test
  void writes_items_again_whose_response_was_lost() {
    Lab lab = lab("maxAttempts=3 within=unlimited backoff=none", 7 * Lab.MILLISECOND, 25).atOnce(1);
    assertThat(lab.tally.ended(StopReason.ATTEMPTS)).isEqualTo(1);
    assertThat(written()).isGreaterThan(25);
    assertThat(table.unprocessed(0)).isEqualTo(25);
  }
}
