package dev.reprise.jdkhttp;

import dev.reprise.time.Delayer;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response after which another attempt may follow. It is held in memory until it is
 * complete, exceeds a limit (then no more of it is requested), or takes too long. Afterwards it is
 * either passed to a reader, the held part first, or discarded. Discarding returns the connection
 * to the pool if the body was complete, and closes it otherwise.
 *
 * <p>The client signals on one thread, the reader requests on another. Both record their signals in
 * fields and call {@link #drain}. One thread at a time runs its loop, and repeats it as long as
 * there were calls in the meantime.
 */
final class HeldBody implements BodySubscriber<Object>, Flow.Subscription {

  private static final Duration DROP_TIME = Duration.ofSeconds(10);

  private final int limit;
  private final long dropLimit;
  private final Duration dropTime;
  private final CompletableFuture<Object> held = new CompletableFuture<>();
  private final CompletableFuture<Flow.Subscription> source = new CompletableFuture<>();
  private final Queue<List<ByteBuffer>> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicLong demanded = new AtomicLong();
  private final AtomicLong requested = new AtomicLong();
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile @Nullable End end;
  private volatile @Nullable End earlyEnd;
  private volatile @Nullable Throwable stopped;
  private volatile Flow.@Nullable Subscriber<? super List<ByteBuffer>> reader;
  private volatile @Nullable CompletableFuture<?> readBody;
  private long size;

  /** End of the body: its failure, or null for a complete body. */
  private record End(@Nullable Throwable failure) {}

  /**
   * A body with a drop time of 10 seconds.
   *
   * @param limit number of bytes to hold before no more is requested
   * @param dropLimit number of bytes of a discarded body that are still received before it is
   *     cancelled; 0 cancels it at once
   */
  HeldBody(int limit, long dropLimit) {
    this(limit, dropLimit, DROP_TIME);
  }

  /** The same with another time for which a discarded body is still received. */
  HeldBody(int limit, long dropLimit, Duration dropTime) {
    this.limit = limit;
    this.dropLimit = dropLimit;
    this.dropTime = dropTime;
  }

  /** Completes with this body when no more of it will be held. */
  @Override
  public CompletionStage<Object> getBody() {
    return held;
  }

  /** Completes with this body now: the remaining bytes are not needed for the decision. */
  void stopHolding() {
    held.complete(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    if (!source.complete(subscription) || finished.get()) {
      subscription.cancel();
    } else {
      requestMore(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      size += buffer.remaining();
    }
    if (finished.get()) {
      if (size > dropLimit) {
        cancelSource();
      }
      return;
    }
    queue.add(buffers);
    requested.getAndUpdate(before -> before == Long.MAX_VALUE ? before : before - 1);
    if (reader != null) {
      drain();
    } else if (size > limit) {
      held.complete(this);
    } else {
      requestMore(1);
    }
  }

  @Override
  public void onError(Throwable failure) {
    ended(new End(failure));
  }

  @Override
  public void onComplete() {
    ended(new End(null));
  }

  private void ended(End signal) {
    end = signal;
    held.complete(this);
    drain();
  }

  private void requestMore(long count) {
    Flow.Subscription subscription = source.getNow(null);
    if (subscription != null) {
      requested.getAndUpdate(before -> sum(before, count));
      subscription.request(count);
    }
  }

  private static long sum(long before, long more) {
    long sum = before + more;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Discards the body. Has no effect if it is being read or is discarded already. */
  void discard() {
    if (reader != null || !finished.compareAndSet(false, true)) {
      return;
    }
    drain();
    if (dropLimit == 0) {
      cancelSource();
    } else if (end == null) {
      requestMore(Long.MAX_VALUE);
      limitDropping();
    }
  }

  /** On the library's timer: all threads of the common pool may be in requests that wait. */
  private void limitDropping() {
    try {
      Delayer.Scheduled unused = Delayer.system().schedule(this::stopDropping, dropTime.toNanos());
    } catch (RuntimeException | Error noThread) {
      stopDropping();
    }
  }

  private void stopDropping() {
    if (end == null) {
      cancelSource();
    }
  }

  /**
   * Passes the body to its reader. Called once.
   *
   * @return completes like the body of the reader; fails if the reader throws or is stopped
   */
  <T> CompletableFuture<T> readBy(BodySubscriber<T> subscriber) {
    CompletableFuture<T> body = new CompletableFuture<>();
    readBody = body;
    CompletionStage<?> unused =
        subscriber
            .getBody()
            .whenComplete(
                (value, failure) -> {
                  Throwable stop = stopped;
                  if (stop == null && failure == null) {
                    body.complete(value);
                  } else {
                    body.completeExceptionally(stop == null ? failure : stop);
                  }
                });
    subscriber.onSubscribe(this);
    reader = subscriber;
    drain();
    return body;
  }

  /**
   * Ends the reading, unless it has ended. The reader gets the failure, so that it can release its
   * resources, such as a file, and so does the future of {@link #readBy}, even if the reader
   * completes its body nevertheless.
   */
  void stopReading(Throwable failure) {
    stopped = failure;
    if (!finished.get()) {
      endEarly(failure);
    }
    CompletableFuture<?> body = readBody;
    if (body != null) { // the reader may be running on another thread, or ignore the failure
      body.completeExceptionally(failure);
    }
  }

  private void endEarly(Throwable failure) {
    earlyEnd = new End(failure);
    cancelSource();
    drain();
  }

  @Override
  public void request(long count) {
    if (count <= 0) {
      endEarly(new IllegalArgumentException("count must be at least 1, but was " + count));
      return;
    }
    demanded.getAndUpdate(before -> sum(before, count));
    drain();
  }

  @Override
  public void cancel() {
    if (finished.compareAndSet(false, true)) {
      cancelSource();
      drain();
    }
  }

  private void cancelSource() {
    CompletableFuture<?> unused = source.thenAccept(Flow.Subscription::cancel);
  }

  private void drain() {
    if (calls.getAndIncrement() != 0) {
      return;
    }
    int handled = 1;
    do {
      Flow.Subscriber<? super List<ByteBuffer>> to = reader;
      if (finished.get()) {
        queue.clear();
      } else if (to != null) {
        try {
          pass(to);
        } catch (Throwable thrown) {
          cancel();
          CompletableFuture<?> body = readBody;
          if (body != null) {
            body.completeExceptionally(thrown);
          }
        }
      }
      handled = calls.addAndGet(-handled);
    } while (handled != 0);
  }

  private void pass(Flow.Subscriber<? super List<ByteBuffer>> to) {
    End signal = end;
    while (demanded.get() > 0 && !finished.get() && earlyEnd == null) {
      List<ByteBuffer> next = queue.poll();
      if (next == null) {
        break;
      }
      demanded.getAndUpdate(before -> before == Long.MAX_VALUE ? before : before - 1);
      to.onNext(next);
    }
    End early = earlyEnd;
    if (early != null) {
      queue.clear();
      finish(to, early);
      return;
    }
    if (!queue.isEmpty()) {
      return;
    }
    if (signal != null) {
      finish(to, signal);
      return;
    }
    long missing = demanded.get() - requested.get();
    if (missing > 0) {
      requestMore(missing);
    }
  }

  private void finish(Flow.Subscriber<? super List<ByteBuffer>> to, End signal) {
    if (!finished.compareAndSet(false, true)) {
      return;
    }
    if (signal.failure() == null) {
      to.onComplete();
    } else {
      to.onError(signal.failure());
    }
  }
}
