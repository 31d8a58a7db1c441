package dev.reprise;

import dev.reprise.internal.timer.Timer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The waits that a shutdown has to end. Shared by all copies of a {@link Retry}. Pauses by the
 * library's own timer are not entered: there may be millions, and the timer knows them.
 */
final class Waits {

  private final Set<Runnable> wakers = ConcurrentHashMap.newKeySet();
  private volatile boolean shutDown;

  boolean isShutDown() {
    return shutDown;
  }

  /** A wait that begins while the shutdown runs sees the flag: it looks after it has entered. */
  void enter(Runnable waker) {
    wakers.add(waker);
  }

  void leave(Runnable waker) {
    wakers.remove(waker);
  }

  /**
   * Runs an action once, at the shutdown or at once if that was before. Answers with what takes it
   * back.
   */
  Runnable onShutdown(Runnable action) {
    AtomicBoolean told = new AtomicBoolean();
    Runnable once =
        () -> {
          if (told.compareAndSet(false, true)) {
            action.run();
          }
        };
    enter(once);
    if (shutDown) {
      once.run();
    }
    return () -> leave(once);
  }

  void shutDown() {
    shutDown = true;
    wakers.forEach(Runnable::run);
    Timer.shared().bringForward(task -> task instanceof AsyncPause<?> pause && pause.isAmong(this));
  }

  int size() {
    return wakers.size();
  }
}
