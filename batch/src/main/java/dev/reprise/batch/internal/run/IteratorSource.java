package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.decision.StopReason;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Items of an iterator, which may block: they are read ahead on another thread. */
final class IteratorSource<I> extends InputSource<I> {

  private final Iterator<? extends I> items;
  private @Nullable ReadAhead<I> ahead;

  IteratorSource(Iterator<? extends I> items) {
    this.items = items;
  }

  @Override
  void begin(BatchSettings<I> settings, Mailbox mailbox) {
    ahead = settings.readAhead(items, () -> mailbox.post(() -> {}));
  }

  private ReadAhead<I> ahead() {
    return Objects.requireNonNull(ahead, "begin was not called");
  }

  @Override
  void request(int count) {
    ahead().request(count);
  }

  @Override
  boolean isReady() {
    return ahead().isReady();
  }

  @Override
  boolean isLive() {
    return true;
  }

  @Override
  boolean isReading() {
    return ahead().isReading();
  }

  @Override
  boolean holdsUntaken() {
    return isReady();
  }

  @Override
  void stop(StopReason reason, @Nullable Throwable cause) {
    ahead().stop();
  }

  @Override
  void close() {
    ahead().close();
  }

  @Override
  @Nullable I take() throws Throwable {
    I item = ahead().poll();
    Throwable failure = item == null ? ahead().failure() : null;
    if (failure != null) {
      throw failure;
    }
    return item;
  }
}
