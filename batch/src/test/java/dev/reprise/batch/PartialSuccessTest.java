package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.retry;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Trap 36: batch calls that succeed in part report no error, and unprocessed items are lost. */
class PartialSuccessTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Set<Integer> stored = new TreeSet<>();

  @Test
  void trap_36_a_partial_success_without_an_error_loses_nothing() {
    BatchReport<Write> report =
        Batch.of(fourAttempts(time), this::storeHalf).parallelism(4).run(writes(1_000));

    assertThat(report.counts().partialCalls()).isPositive();
    assertThat(stored).hasSize(1_000);
    assertThat(report.allDone()).isTrue();
  }

  @Test
  void trap_36_items_that_stay_unprocessed_are_in_the_report() {
    BatchReport<Write> report =
        Batch.of(retry(fourAttempts().build(), time), this::storeEven)
            .parallelism(4)
            .run(writes(1_000));

    assertThat(report.counts().done()).isEqualTo(500);
    assertThat(report.deadLetters())
        .hasSize(500)
        .allMatch(dead -> dead.item().key() % 2 == 1 && !stored.contains(dead.item().key()))
        .allMatch(dead -> dead.stopReason() == StopReason.ATTEMPTS);
  }

  /** Behaves like DynamoDB: no exception, but unprocessed items in the reply. */
  private BatchReply<Write> storeHalf(List<Write> chunk) {
    int half = (chunk.size() + 1) / 2;
    chunk.subList(0, half).forEach(write -> stored.add(write.key()));
    return BatchReply.unprocessed(chunk.subList(half, chunk.size()));
  }

  private BatchReply<Write> storeEven(List<Write> chunk) {
    chunk.stream().map(Write::key).filter(key -> key % 2 == 0).forEach(stored::add);
    return BatchReply.unprocessed(chunk.stream().filter(write -> write.key() % 2 == 1).toList());
  }
}
