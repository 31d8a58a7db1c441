package dev.reprise.batch;

import static dev.reprise.batch.Batches.SECOND;
import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests a sender that is fed by a publisher. */
class SenderSubscriberTest {

  private static final long LIMIT_SECONDS = 60;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();
  private final List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();

  private Batch<Write> staged() {
    return Batch.ofAsync(
            fourAttempts(time),
            (List<Write> chunk) -> {
              CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
              stages.add(stage);
              return stage;
            })
        .chunkSize(10)
        .parallelism(2)
        .withListener(accounts);
  }

  /** A publisher that emits as soon as items are requested, on the thread of the request. */
  private static final class Source implements Flow.Subscription {

    private final Flow.Subscriber<Write> subscriber;
    private final int length;
    private final List<Long> requests = new ArrayList<>();
    private int emitted;
    private int cancelled;
    private boolean emitting;
    private long demand;

    Source(Flow.Subscriber<Write> subscriber, int length) {
      this.subscriber = subscriber;
      this.length = length;
      subscriber.onSubscribe(this);
    }

    @Override
    public void request(long count) {
      requests.add(count);
      demand += count;
      if (emitting) {
        return;
      }
      emitting = true;
      while (demand > 0 && emitted < length && cancelled == 0) {
        demand--;
        subscriber.onNext(new Write(emitted, emitted++));
        if (emitted == length) {
          subscriber.onComplete();
        }
      }
      emitting = false;
    }

    @Override
    public void cancel() {
      cancelled++;
    }
  }

  @Test
  void items_are_requested_only_as_there_is_room() {
    BatchSender<Write> sender = staged().sender();
    Source source = new Source(sender.subscriber(), 1_000);
    time.advance(SECOND);

    assertThat(stages).hasSize(2);
    assertThat(source.emitted).isBetween(30, 50);
    int before = source.emitted;
    stages.get(0).complete(BatchReply.allDone());
    time.advance(SECOND);
    assertThat(source.emitted - before).isBetween(5, 15);
    assertThat(source.requests).allMatch(count -> count <= 10);

    sender.cancel();
    time.await(sender.report());
    time.runUntilIdle();
    assertThat(source.cancelled).isEqualTo(1);
  }

  @Test
  void the_end_of_the_publisher_closes_the_sender() {
    BatchSender<Write> sender = accepting().sender();
    Source source = new Source(sender.subscriber(), 95);
    BatchReport<Write> report = time.await(sender.report()).join();

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().done()).isEqualTo(95);
    assertThat(source.cancelled).isZero();
    accounts.agreeWith(report);
  }

  private Batch<Write> accepting() {
    return Batch.of(fourAttempts(time), (List<Write> chunk) -> BatchReply.<Write>allDone())
        .chunkSize(10)
        .parallelism(2)
        .withListener(accounts);
  }

  @Test
  void a_failure_of_the_publisher_is_the_failure_of_the_source() {
    BatchSender<Write> sender = accepting().sender();
    Flow.Subscriber<Write> subscriber = sender.subscriber();
    Source source = new Source(subscriber, 0);
    subscriber.onNext(new Write(1, 1));
    IllegalStateException broken = new IllegalStateException("broken");
    subscriber.onError(broken);
    BatchReport<Write> report = time.await(sender.report()).join();

    assertThat(report.sourceFailure()).containsSame(broken);
    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(report.sourceExhausted()).isFalse();
    assertThat(source.cancelled).isZero();
  }

  @Test
  void a_sender_that_is_closed_first_cancels_the_subscription() {
    BatchSender<Write> sender = accepting().sender();
    Flow.Subscriber<Write> subscriber = sender.subscriber();
    Source source = new Source(subscriber, 0);
    sender.close();
    time.runUntilIdle();
    assertThat(source.cancelled).isEqualTo(1);

    subscriber.onNext(new Write(1, 1));
    assertThat(source.cancelled).isEqualTo(1);
    assertThat(sender.report().join().counts().input()).isZero();
    assertThat(new Source(sender.subscriber(), 10).emitted).isZero();
  }

  @Test
  void a_second_subscription_is_cancelled() {
    Flow.Subscriber<Write> subscriber = accepting().sender().subscriber();
    Source first = new Source(subscriber, 0);
    Source second = new Source(subscriber, 0);

    assertThat(second.cancelled).isEqualTo(1);
    assertThat(second.requests).isEmpty();
    assertThat(first.cancelled).isZero();
    assertThat(first.requests).containsExactly(10L);
  }

  @Test
  void null_is_refused_in_every_signal() {
    Flow.Subscriber<Write> subscriber = accepting().sender().subscriber();
    assertThatNullPointerException().isThrownBy(() -> subscriber.onSubscribe(null));
    new Source(subscriber, 0);
    assertThatNullPointerException().isThrownBy(() -> subscriber.onNext(null));
    assertThatNullPointerException().isThrownBy(() -> subscriber.onError(null));
  }

  /** A subscription that breaks the rules: its methods throw. */
  private static final class Throwing implements Flow.Subscription {

    private final IllegalStateException failure = new IllegalStateException("defective publisher");
    private boolean requested;

    @Override
    public void request(long count) {
      requested = true;
      throw failure;
    }

    @Override
    public void cancel() {
      throw failure;
    }
  }

  @Test
  void a_subscription_that_throws_when_items_are_requested_is_the_failure_of_the_source() {
    BatchSender<Write> sender = accepting().sender();
    Throwing subscription = new Throwing();
    sender.subscriber().onSubscribe(subscription);

    assertThat(subscription.requested).isTrue();
    assertThat(time.await(sender.report()).join().sourceFailure())
        .containsSame(subscription.failure);
  }

  @Test
  void a_subscription_that_throws_when_it_is_cancelled_changes_nothing() {
    BatchSender<Write> sender = accepting().sender();
    sender.closeAsync();
    sender.subscriber().onSubscribe(new Throwing());
    Flow.Subscriber<Write> subscribed = sender.subscriber();
    new Source(subscribed, 0);
    subscribed.onSubscribe(new Throwing());
    time.runUntilIdle();

    assertThat(time.await(sender.report()).join().allDone()).isTrue();
  }

  @Test
  void two_publishers_feed_one_sender_until_the_first_ends() {
    BatchSender<Write> sender = accepting().sender();
    Flow.Subscriber<Write> endless = sender.subscriber();
    Source other = new Source(endless, 0);
    endless.onNext(new Write(100, 100));
    new Source(sender.subscriber(), 5);
    BatchReport<Write> report = time.await(sender.report()).join();
    time.runUntilIdle();

    assertThat(report.counts().done()).isEqualTo(6);
    assertThat(other.cancelled).isEqualTo(1);
  }

  @Test
  void a_publisher_of_the_jdk_is_sent_completely() throws Exception {
    BatchSender<Write> sender =
        Batch.of(RetryPolicy.none(), (List<Write> chunk) -> BatchReply.<Write>allDone())
            .withListener(accounts)
            .sender();
    try (SubmissionPublisher<Write> publisher = new SubmissionPublisher<>()) {
      publisher.subscribe(sender.subscriber());
      writes(5_000).forEach(publisher::submit);
    }
    BatchReport<Write> report = sender.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.counts().done()).isEqualTo(5_000);
    accounts.agreeWith(report);
  }
}
