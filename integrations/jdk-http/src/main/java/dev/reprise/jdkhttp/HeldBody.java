package dev.reprise.jdkhttp;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response that may be retried over. It is held until it is complete, a limit is
 * passed, when no more of it is asked for, or it has taken too long. Then it is given to the one
 * who is to read it after all, what was held first, or thrown away, which leaves a connection to
 * the pool if the body was complete and closes it otherwise.
 *
 * <p>Signals come from the client, demand from the reader, each on a thread of its own. Both leave
 * what they have to say in fields and call {@link #drain}, whose body one thread at a time runs,
 * again as long as there were calls in the meantime.
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
  private final AtomicLong wanted = new AtomicLong();
  private final AtomicLong asked = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile @Nullable End end;
  private volatile @Nullable End misuse;
  private volatile Flow.@Nullable Subscriber<? super List<ByteBuffer>> reader;
  private volatile @Nullable CompletableFuture<?> read;
  private long size;

  /** End of the body: its failure, or null for a complete body. */
  private record End(@Nullable Throwable failure) {}

  /**
   * With a drop limit, what is thrown away is received up to that many bytes and for some seconds,
   * and then cancelled.
   */
  HeldBody(int limit, long dropLimit) {
    this(limit, dropLimit, DROP_TIME);
  }

  /** With a drop time that is not the usual one. */
  HeldBody(int limit, long dropLimit, Duration dropTime) {
    this.limit = limit;
    this.dropLimit = dropLimit;
    this.dropTime = dropTime;
  }

  /** Completes with this body when as much is held as will be. */
  @Override
  public CompletionStage<Object> getBody() {
    return held;
  }

  /** Completes with this body as it is: whether it is needed is decided without the rest of it. */
  void holdNoLonger() {
    held.complete(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    if (!source.complete(subscription) || over.get()) {
      subscription.cancel();
    } else {
      askFor(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      size += buffer.remaining();
    }
    if (over.get()) {
      if (size > dropLimit) {
        cancelSource();
      }
      return;
    }
    queue.add(buffers);
    asked.getAndUpdate(before -> before == Long.MAX_VALUE ? before : before - 1);
    if (reader != null) {
      drain();
    } else if (size > limit) {
      held.complete(this);
    } else {
      askFor(1);
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

  private void ended(End how) {
    end = how;
    held.complete(this);
    drain();
  }

  private void askFor(long count) {
    Flow.Subscription subscription = source.getNow(null);
    if (subscription != null) {
      asked.getAndUpdate(before -> sum(before, count));
      subscription.request(count);
    }
  }

  private static long sum(long before, long more) {
    long sum = before + more;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Throws the body away. Does nothing if it was read or thrown away before. */
  void discard() {
    if (reader != null || !over.compareAndSet(false, true)) {
      return;
    }
    drain();
    if (dropLimit == 0) {
      cancelSource();
    } else if (end == null) {
      askFor(Long.MAX_VALUE);
      CompletableFuture.delayedExecutor(dropTime.toNanos(), TimeUnit.NANOSECONDS)
          .execute(this::stopDropping);
    }
  }

  private void stopDropping() {
    if (end == null) {
      cancelSource();
    }
  }

  /**
   * Hands the body to its reader, once.
   *
   * @return completes as the reader's own body does; fails if the reader throws
   */
  <T> CompletableFuture<T> readBy(BodySubscriber<T> subscriber) {
    CompletableFuture<T> body = new CompletableFuture<>();
    read = body;
    CompletionStage<?> unused =
        subscriber
            .getBody()
            .whenComplete(
                (value, failure) -> {
                  if (failure == null) {
                    body.complete(value);
                  } else {
                    body.completeExceptionally(failure);
                  }
                });
    subscriber.onSubscribe(this);
    reader = subscriber;
    drain();
    return body;
  }

  @Override
  public void request(long count) {
    if (count <= 0) {
      misuse = new End(new IllegalArgumentException("count must be at least 1, but was " + count));
      cancelSource();
      drain();
      return;
    }
    wanted.getAndUpdate(before -> sum(before, count));
    drain();
  }

  @Override
  public void cancel() {
    if (over.compareAndSet(false, true)) {
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
    int seen = 1;
    do {
      Flow.Subscriber<? super List<ByteBuffer>> to = reader;
      if (over.get()) {
        queue.clear();
      } else if (to != null) {
        try {
          pass(to);
        } catch (Throwable thrown) {
          cancel();
          CompletableFuture<?> body = read;
          if (body != null) {
            body.completeExceptionally(thrown);
          }
        }
      }
      seen = calls.addAndGet(-seen);
    } while (seen != 0);
  }

  private void pass(Flow.Subscriber<? super List<ByteBuffer>> to) {
    End how = end;
    while (wanted.get() > 0 && !over.get() && misuse == null) {
      List<ByteBuffer> next = queue.poll();
      if (next == null) {
        break;
      }
      wanted.getAndUpdate(before -> before == Long.MAX_VALUE ? before : before - 1);
      to.onNext(next);
    }
    End wrong = misuse;
    if (wrong != null) {
      queue.clear();
      finish(to, wrong);
      return;
    }
    if (!queue.isEmpty()) {
      return;
    }
    if (how != null) {
      finish(to, how);
      return;
    }
    long missing = wanted.get() - asked.get();
    if (missing > 0) {
      askFor(missing);
    }
  }

  private void finish(Flow.Subscriber<? super List<ByteBuffer>> to, End how) {
    if (!over.compareAndSet(false, true)) {
      return;
    }
    if (how.failure() == null) {
      to.onComplete();
    } else {
      to.onError(how.failure());
    }
  }
}
