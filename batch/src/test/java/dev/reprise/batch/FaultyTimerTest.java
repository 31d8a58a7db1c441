package dev.reprise.batch;

import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A timer whose handles throw when they are cancelled. */
class FaultyTimerTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private int calls;

  private Retry retry() {
    return Retry.of(
            RetryPolicy.builder()
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(10)))
                .attemptTimeout(Duration.ofSeconds(1))
                .build())
        .withEnvironment(
            time.withDelayer(
                (task, nanos) -> {
                  Delayer.Scheduled scheduled = time.delayer().schedule(task, nanos);
                  return () -> {
                    scheduled.cancel();
                    throw new IllegalStateException("not cancelled");
                  };
                }));
  }

  private void checkAllDone(BatchReport<Write> report) {
    assertThat(report.counts().done()).isEqualTo(100);
    assertThat(report.allDone()).isTrue();
  }

  @Test
  void it_loses_no_reply_of_a_stage() {
    checkAllDone(
        Batch.ofAsync(
                retry(),
                (List<Write> chunk) -> {
                  CompletableFuture<BatchReply<Write>> reply = new CompletableFuture<>();
                  boolean fails = calls++ == 0;
                  time.schedule(
                      Duration.ofMillis(5),
                      () -> {
                        if (fails) {
                          reply.completeExceptionally(new IOException("no route"));
                        } else {
                          reply.complete(BatchReply.allDone());
                        }
                      });
                  return reply;
                })
            .chunkSize(10)
            .run(writes(100)));
  }

  @Test
  void it_loses_no_reply_of_a_blocking_call() {
    checkAllDone(
        Batch.of(
                retry(),
                (List<Write> chunk) -> {
                  if (calls++ == 0) {
                    throw new IOException("no route");
                  }
                  return BatchReply.allDone();
                })
            .chunkSize(10)
            .run(writes(100)));
  }
}
