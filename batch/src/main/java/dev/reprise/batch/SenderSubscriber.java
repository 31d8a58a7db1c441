package dev.reprise.batch;

import dev.reprise.batch.internal.run.PushedItems;
import dev.reprise.batch.report.SenderClosedException;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sends the items of a publisher. It requests the items of one call at first, and replaces each
 * half of them as soon as there is room.
 *
 * <p>Requests come from the thread of the publisher and from the executor, a cancellation from the
 * executor: {@code changes} counts them, so that one thread at a time makes them, in {@link
 * #applyChanges}.
 */
final class SenderSubscriber<I> implements Flow.Subscriber<I> {

  private final PushedItems<I> items;
  private final int most;
  private final AtomicInteger changes = new AtomicInteger();
  private final AtomicLong wanted = new AtomicLong();
  private volatile Flow.@Nullable Subscription subscription;
  private volatile boolean cancels;
  private volatile boolean over;
  private int received;

  SenderSubscriber(PushedItems<I> items, int most) {
    this.items = items;
    this.most = most;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    Objects.requireNonNull(given, "subscription");
    if (subscription != null) {
      cancel(given);
      return;
    }
    subscription = given;
    items.whenClosed(this::cancel);
    requestWhenRoom(most);
  }

  @Override
  public void onNext(I item) {
    Objects.requireNonNull(item, "item");
    try {
      items.push(item);
    } catch (SenderClosedException closed) {
      cancel();
      return;
    }
    received++;
    if (received >= most - received) {
      int replaced = received;
      received = 0;
      requestWhenRoom(replaced);
    }
  }

  private void requestWhenRoom(int count) {
    items.whenRoom(
        () -> {
          if (items.isClosed()) {
            cancel();
          } else {
            wanted.addAndGet(count);
            applyChanges();
          }
        });
  }

  private void cancel() {
    cancels = true;
    applyChanges();
  }

  private void applyChanges() {
    if (changes.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    while (seen != 0) {
      Flow.Subscription current = Objects.requireNonNull(subscription);
      long count = wanted.getAndSet(0);
      if (!over && cancels) {
        over = true;
        cancel(current);
      } else if (!over && count > 0) {
        request(current, count);
      }
      seen = changes.addAndGet(-seen);
    }
  }

  /** Requests items; a publisher that throws has failed, since it might never send an item. */
  private void request(Flow.Subscription from, long count) {
    try {
      from.request(count);
    } catch (Throwable defect) {
      onError(defect);
    }
  }

  private static void cancel(Flow.Subscription unwanted) {
    try {
      unwanted.cancel();
    } catch (Throwable defect) {
      // Nothing more is expected of this publisher.
    }
  }

  @Override
  public void onError(Throwable failure) {
    over = true;
    items.end(Objects.requireNonNull(failure, "failure"));
  }

  @Override
  public void onComplete() {
    over = true;
    items.end(null);
  }
}
