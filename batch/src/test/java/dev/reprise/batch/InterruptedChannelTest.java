package dev.reprise.batch;

import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a run copes with what the interrupt of a call or of a source closes. */
@Timeout(120)
class InterruptedChannelTest {

  private static final long LIMIT_SECONDS = 60;

  private final CountDownLatch waits = new CountDownLatch(1);
  private final CountDownLatch test = new CountDownLatch(1);

  /** A channel on which a thread waits until it is interrupted. */
  private class WaitingChannel extends AbstractInterruptibleChannel {

    @Override
    protected void implCloseChannel() {
      throw new IllegalStateException("the channel was not closed");
    }

    void read() throws InterruptedException, AsynchronousCloseException {
      begin();
      try {
        waits.countDown();
        new CountDownLatch(1).await();
      } finally {
        end(false);
      }
    }
  }

  /** A channel whose close takes until the end of the test. */
  private class SlowlyClosedChannel extends WaitingChannel {

    @Override
    protected void implCloseChannel() {
      boolean open = true;
      while (open) {
        try {
          test.await();
          open = false;
        } catch (InterruptedException ignored) {
          open = true;
        }
      }
    }
  }

  @AfterEach
  void close() {
    test.countDown();
  }

  private static Batch<Write> reading(WaitingChannel channel, RetryPolicy policy) {
    return Batch.of(
        policy,
        (List<Write> chunk) -> {
          channel.read();
          return BatchReply.<Write>allDone();
        });
  }

  private BatchReport<Write> cancelled(BatchRun<Write> run) throws Exception {
    waits.await();
    run.cancel();
    return run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void a_call_whose_channel_cannot_be_closed_is_cancelled() throws Exception {
    BatchReport<Write> report =
        cancelled(reading(new WaitingChannel(), RetryPolicy.none()).start(writes(3)));

    assertThat(report.deadLetters())
        .hasSize(3)
        .allMatch(dead -> dead.stopReason() == StopReason.CANCELLED);
  }

  @Test
  void a_call_whose_channel_cannot_be_closed_times_out() throws Exception {
    RetryPolicy hasty = RetryPolicy.none().toBuilder().attemptTimeout(Duration.ofMillis(1)).build();
    BatchReport<Write> report =
        reading(new WaitingChannel(), hasty)
            .runAsync(writes(3))
            .get(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(report.deadLetters())
        .hasSize(3)
        .allMatch(dead -> dead.message().contains("AttemptTimeoutException"));
  }

  @Test
  void a_channel_that_is_closed_slowly_does_not_delay_the_report() throws Exception {
    BatchReport<Write> report =
        cancelled(reading(new SlowlyClosedChannel(), RetryPolicy.none()).start(writes(3)));

    assertThat(report.counts().dead()).isEqualTo(3);
  }

  private static Iterator<Write> source(WaitingChannel channel) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public Write next() {
        try {
          channel.read();
        } catch (InterruptedException | AsynchronousCloseException stop) {
          throw new IllegalStateException(stop);
        }
        return new Write(0, 0);
      }
    };
  }

  private BatchReport<Write> cancelledSource(WaitingChannel channel) throws Exception {
    Batch<Write> batch =
        Batch.of(RetryPolicy.none(), (List<Write> chunk) -> BatchReply.<Write>allDone());
    return cancelled(batch.start(source(channel)));
  }

  @Test
  void a_source_whose_channel_cannot_be_closed_is_stopped() throws Exception {
    assertThat(cancelledSource(new WaitingChannel()).stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @Test
  void a_source_whose_channel_is_closed_slowly_does_not_delay_the_report() throws Exception {
    assertThat(cancelledSource(new SlowlyClosedChannel()).stopReason())
        .isEqualTo(StopReason.CANCELLED);
  }
}
