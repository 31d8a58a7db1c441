package dev.reprise.internal.hedged;

import dev.reprise.internal.call.Suppressions;
import dev.reprise.internal.log.QuietLog;
import dev.reprise.internal.timer.CallbackExecutor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs messages one after the other, on the threads that send: a thread that finds it empty runs
 * its message and all that arrive meanwhile. So messages need no lock, and a message that is sent
 * by another one runs after it, in constant stack. See docs/design/hedging.md.
 */
public final class Mailbox {

  private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Consumer<Throwable> broken;

  /**
   * An empty mailbox.
   *
   * @param broken receives an exception of a message, which is a bug; the next one is still
   *     processed
   */
  public Mailbox(Consumer<Throwable> broken) {
    this.broken = broken;
  }

  public void send(Runnable message) {
    messages.add(message);
    // Only the sender that found it empty reads; the count is lowered after a message was read, so
    // The next reader sees the writes of this one.
    if (waiting.getAndIncrement() == 0) {
      readAll();
    }
  }

  private void readAll() {
    try {
      do {
        read(messages.poll());
      } while (waiting.decrementAndGet() > 0);
    } catch (Throwable outOfStack) {
      // Still counted, so that no other thread reads meanwhile.
      CallbackExecutor.shared().run(() -> goOnAfter(outOfStack));
    }
  }

  /** Continues reading after a stack overflow, even one that prevented the end of the call. */
  private void goOnAfter(Throwable bug) {
    end(bug);
    readAll();
  }

  private void read(@Nullable Runnable message) {
    try {
      if (message != null) {
        message.run();
      }
    } catch (Throwable bug) {
      end(bug);
    }
  }

  /** Throws nothing, otherwise messages would remain unread. */
  private void end(Throwable bug) {
    try {
      broken.accept(bug);
      QuietLog.error("Internal error while processing an event of a hedged call", bug);
    } catch (StackOverflowError outOfStack) {
      CallbackExecutor.shared().run(() -> send(() -> end(bug)));
    } catch (Throwable worse) {
      Suppressions.add(bug, worse);
      QuietLog.error("Internal error while a call was ended by another one", bug);
    }
  }
}
