package dev.reprise;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs what it is sent one after the other, on the threads that send: who finds it empty stays and
 * runs all that arrives meanwhile. So what is run needs no lock, and what it sends itself runs
 * after it, in constant stack.
 */
final class Mailbox {

  private final Queue<Runnable> letters = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** What a letter throws is logged, for the next one must be read all the same. */
  void send(Runnable letter) {
    letters.add(letter);
    if (waiting.getAndIncrement() > 0) {
      return;
    }
    do {
      read(letters.poll());
    } while (waiting.decrementAndGet() > 0);
  }

  private static void read(@Nullable Runnable letter) {
    try {
      if (letter != null) {
        letter.run();
      }
    } catch (Throwable bug) {
      System.getLogger("dev.reprise").log(Level.ERROR, "A hedged call has lost an event", bug);
    }
  }
}
