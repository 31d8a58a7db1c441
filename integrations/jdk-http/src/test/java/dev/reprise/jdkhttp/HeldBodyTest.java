package dev.reprise.jdkhttp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the demand of subscribers and the receivers of a body, without a network. */
final class HeldBodyTest {

  private static List<ByteBuffer> piece(int value) {
    return List.of(ByteBuffer.wrap(new byte[] {(byte) value}));
  }

  /** The subscription of the client. */
  private static final class Source implements Flow.Subscription {
    final CountDownLatch ended = new CountDownLatch(1);
    long requested;
    volatile boolean cancelled;

    @Override
    public void request(long count) {
      requested = requested + count < 0 ? Long.MAX_VALUE : requested + count;
    }

    @Override
    public void cancel() {
      cancelled = true;
      ended.countDown();
    }
  }

  /** A subscriber that requests when the test calls it. */
  private static final class Reader implements BodySubscriber<String> {
    final CompletableFuture<String> body = new CompletableFuture<>();
    final List<Integer> seen = new ArrayList<>();
    Flow.Subscription subscription;
    Throwable failure;
    boolean complete;
    boolean throwing;

    @Override
    public CompletableFuture<String> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      if (throwing) {
        throw new IllegalStateException("a bug");
      }
      buffers.forEach(buffer -> seen.add((int) buffer.get()));
    }

    @Override
    public void onError(Throwable failure) {
      this.failure = failure;
      body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      complete = true;
      body.complete(seen.toString());
    }
  }

  private final Source source = new Source();
  private final Reader reader = new Reader();

  @Test
  void holds_up_to_its_limit_and_requests_no_more() {
    HeldBody held = new HeldBody(2, 0);
    held.onSubscribe(source);
    for (int i = 1; i <= 3; i++) {
      assertThat(held.getBody().toCompletableFuture()).isNotDone();
      assertThat(source.requested).isEqualTo(i);
      held.onNext(piece(i));
    }
    assertThat(held.getBody().toCompletableFuture()).isCompletedWithValue(held);
    assertThat(source.requested).isEqualTo(3);
    held.discard();
    assertThat(source.cancelled).isTrue();
  }

  @Test
  void passes_the_held_part_to_the_reader_and_requests_the_remaining_part() {
    HeldBody held = new HeldBody(1, 0);
    held.onSubscribe(source);
    held.onNext(piece(1));
    held.onNext(piece(2));
    CompletableFuture<String> body = held.readBy(reader);
    assertThat(reader.seen).isEmpty();
    reader.subscription.request(1);
    assertThat(reader.seen).containsExactly(1);
    assertThat(source.requested).isEqualTo(2);
    reader.subscription.request(3);
    assertThat(reader.seen).containsExactly(1, 2);
    assertThat(source.requested).isEqualTo(4);
    held.onNext(piece(3));
    held.onComplete();
    assertThat(reader.seen).containsExactly(1, 2, 3);
    assertThat(body).isCompletedWithValue("[1, 2, 3]");
    held.discard();
    assertThat(source.cancelled).isFalse();
  }

  @Test
  void a_failure_is_delivered_after_the_held_part() {
    HeldBody held = new HeldBody(100, 0);
    held.onSubscribe(source);
    held.onNext(piece(1));
    held.onError(new IOException("cut"));
    assertThat(held.getBody().toCompletableFuture()).isCompletedWithValue(held);
    CompletableFuture<String> body = held.readBy(reader);
    assertThat(reader.failure).isNull();
    reader.subscription.request(Long.MAX_VALUE);
    assertThat(reader.seen).containsExactly(1);
    assertThat(reader.failure).hasMessage("cut");
    assertThat(body).isCompletedExceptionally();
  }

  @Test
  void a_reader_that_cancels_or_throws_or_requests_zero_ends_the_body() {
    HeldBody cancelled = new HeldBody(0, 0);
    cancelled.onSubscribe(source);
    cancelled.onNext(piece(1));
    CompletableFuture<String> unread = cancelled.readBy(reader);
    reader.subscription.cancel();
    assertThat(source.cancelled).isTrue();
    assertThat(unread).isNotDone();

    Source second = new Source();
    Reader broken = new Reader();
    broken.throwing = true;
    HeldBody held = new HeldBody(0, 0);
    held.onSubscribe(second);
    held.onNext(piece(1));
    CompletableFuture<String> body = held.readBy(broken);
    broken.subscription.request(1);
    assertThat(second.cancelled).isTrue();
    assertThat(body).isCompletedExceptionally();

    Source third = new Source();
    Reader asking = new Reader();
    HeldBody wrong = new HeldBody(0, 0);
    wrong.onSubscribe(third);
    CompletableFuture<String> unused = wrong.readBy(asking);
    asking.subscription.request(0);
    assertThat(asking.failure).isInstanceOf(IllegalArgumentException.class);
    assertThat(third.cancelled).isTrue();
  }

  @Test
  void a_reader_that_is_stopped_gets_the_failure_once_without_the_held_part() {
    HeldBody held = new HeldBody(10, 0);
    held.onSubscribe(source);
    held.onNext(piece(1));
    CompletableFuture<String> body = held.readBy(reader);

    held.stopReading(new IOException("time is up"));
    reader.subscription.request(1);
    held.onComplete();

    assertThat(source.cancelled).isTrue();
    assertThat(reader.seen).isEmpty();
    assertThat(reader.complete).isFalse();
    assertThat(reader.failure).hasMessage("time is up");
    assertThat(body).isCompletedExceptionally();
  }

  @Test
  void the_reading_ends_also_if_its_reader_has_cancelled_and_never_completes() {
    HeldBody held = new HeldBody(10, 0);
    held.onSubscribe(source);
    CompletableFuture<String> body = held.readBy(reader);
    reader.subscription.cancel();

    held.stopReading(new IOException("time is up"));

    assertThat(reader.failure).isNull();
    assertThat(body).isCompletedExceptionally();
  }

  @Test
  void a_request_for_zero_fails_at_once_for_any_held_part() {
    HeldBody held = new HeldBody(10, 0);
    held.onSubscribe(source);
    held.onNext(piece(1));
    held.onNext(piece(2));
    held.onComplete();
    CompletableFuture<String> body = held.readBy(reader);
    reader.subscription.request(-1);
    assertThat(reader.seen).isEmpty();
    assertThat(reader.complete).isFalse();
    assertThat(reader.failure).hasMessage("count must be at least 1, but was -1");
    assertThat(body).isCompletedExceptionally();
    reader.failure = null;
    reader.subscription.request(1);
    reader.subscription.request(0);
    assertThat(reader.seen).isEmpty();
    assertThat(reader.failure).isNull();
  }

  @Test
  void a_body_that_stalls_while_it_is_discarded_is_cancelled() throws Exception {
    HeldBody stalled = new HeldBody(0, 1_000_000, Duration.ofMillis(1));
    stalled.onSubscribe(source);
    stalled.onNext(piece(1));
    stalled.discard();
    assertThat(source.ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_discarded_body_can_be_received_up_to_a_limit() {
    HeldBody held = new HeldBody(0, 3);
    held.onSubscribe(source);
    held.onNext(piece(1));
    held.discard();
    assertThat(source.requested).isEqualTo(Long.MAX_VALUE);
    held.onNext(piece(2));
    held.onNext(piece(3));
    assertThat(source.cancelled).isFalse();
    held.onNext(piece(4));
    assertThat(source.cancelled).isTrue();
  }

  @Test
  void a_body_that_arrives_after_it_was_discarded_is_cancelled() {
    HeldBody held = new HeldBody(10, 0);
    held.discard();
    held.onSubscribe(source);
    assertThat(source.cancelled).isTrue();
  }

  @Test
  void nothing_is_lost_between_threads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 200; round++) {
        HeldBody held = new HeldBody(5, 0);
        try (SubmissionPublisher<List<ByteBuffer>> publisher =
            new SubmissionPublisher<>(threads, 16)) {
          publisher.subscribe(held);
          CompletableFuture<String> body =
              CompletableFuture.supplyAsync(() -> held, threads)
                  .thenCompose(
                      waiting -> {
                        Reader eager = new Reader();
                        CompletableFuture<String> read = waiting.readBy(eager);
                        eager.subscription.request(Long.MAX_VALUE);
                        return read;
                      });
          List<Integer> sent = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            sent.add(i);
            publisher.submit(piece(i));
          }
          publisher.close();
          assertThat(CallKind.got(body)).isEqualTo(sent.toString());
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
