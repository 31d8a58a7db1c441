package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class NotIdempotentTest {

  private static final Write REPEATABLE = new Write(0, 0);
  private static final Write ONCE = new Write(1, 1);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<List<Write>> calls = new ArrayList<>();

  private BatchReport<Write> run(CompletionStage<BatchReply<Write>> first) {
    Batch<Write> batch =
        Batch.<Write>ofAsync(
                Batches.retry(
                    Batches.fourAttempts()
                        .retryOn(IOException.class)
                        .idempotency(Idempotency.IDEMPOTENT)
                        .build(),
                    time),
                chunk -> {
                  calls.add(List.copyOf(chunk));
                  return calls.size() == 1
                      ? first
                      : CompletableFuture.completedFuture(BatchReply.allDone());
                })
            .notIdempotent(write -> write == ONCE);
    return time.await(batch.runAsync(List.of(REPEATABLE, ONCE))).join();
  }

  @Test
  void after_a_lost_reply_only_idempotent_items_are_sent_again() {
    IOException lost = new IOException("the answer is lost");

    BatchReport<Write> report = run(CompletableFuture.failedFuture(lost));

    assertThat(calls).containsExactly(List.of(REPEATABLE, ONCE), List.of(REPEATABLE));
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.item()).isEqualTo(ONCE);
              assertThat(dead.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
              assertThat(dead.error()).isSameAs(lost);
            });
  }

  @Test
  void unprocessed_items_are_sent_again_whether_idempotent_or_not() {
    BatchReport<Write> report = run(CompletableFuture.completedFuture(BatchReply.nothingDone()));

    assertThat(calls).hasSize(2);
    assertThat(report.allDone()).isTrue();
  }
}
