package dev.reprise.internal.call;

import dev.reprise.Retry;
import dev.reprise.internal.timer.Timer;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The waits that a shutdown has to end. Shared by all copies of a {@link Retry}. Pauses with the
 * library's own timer are not included: there may be millions, and the timer can find them.
 *
 * <p>A wait that begins during the shutdown sees the flag, because each wait is added first and
 * then reads the flag. The shutdown finds a wait that was added before, because it first sets the
 * flag and then searches.
 */
public final class ShutdownSignal {

  /** A pause by the library's own timer. */
  public interface Pause {

    /** Returns whether a shutdown of these waits is to end it. */
    boolean isAmong(ShutdownSignal waits);
  }

  private final Set<Runnable> sleepers = ConcurrentHashMap.newKeySet();
  private final Set<Runnable> wakers = ConcurrentHashMap.newKeySet();
  private final Set<Runnable> actions = ConcurrentHashMap.newKeySet();
  private volatile boolean shutDown;

  public boolean isShutDown() {
    return shutDown;
  }

  /** Adds a sleep. Its waker only unparks a thread, so a shutdown runs it before all others. */
  public void beginSleep(Runnable waker) {
    sleepers.add(waker);
  }

  public void endSleep(Runnable waker) {
    sleepers.remove(waker);
  }

  /** Adds a wait. Its waker runs no user code, so a shutdown runs it before the actions. */
  public void enter(Runnable waker) {
    wakers.add(waker);
  }

  public void leave(Runnable waker) {
    wakers.remove(waker);
  }

  /**
   * Runs an action once, at the shutdown, or immediately if the shutdown has happened, and then
   * releases it. Returns a handle that removes the action.
   */
  public Runnable onShutdown(Runnable action) {
    Once once = new Once(Objects.requireNonNull(action, "action"));
    actions.add(once);
    if (shutDown) { // the shutdown may have run the actions before this one was added
      once.run();
    }
    return () -> actions.remove(once);
  }

  /**
   * Ends all waits, then runs the actions, which may wait for those calls. Runs all of them even if
   * some throw, and then throws the first exception.
   */
  public void shutDown() {
    shutDown = true; // before the search through the waits: a wait that is added later sees it
    Throwable first = runAll(sleepers, null);
    first = run(this::endPauses, first);
    first = runAll(wakers, first);
    first = runAll(actions, first);
    if (first != null) {
      throw Sneaky.throwing(first);
    }
  }

  private void endPauses() {
    Timer.shared().bringForward(task -> task instanceof Pause pause && pause.isAmong(this));
  }

  private static @Nullable Throwable runAll(Set<Runnable> actions, @Nullable Throwable earlier) {
    Throwable first = earlier;
    for (Runnable action : actions) {
      first = run(action, first);
    }
    return first;
  }

  private static @Nullable Throwable run(Runnable action, @Nullable Throwable earlier) {
    try {
      action.run();
      return earlier;
    } catch (Throwable failure) {
      if (earlier == null) {
        return failure;
      }
      Suppressions.add(earlier, failure);
      return earlier;
    }
  }

  public int size() {
    return sleepers.size() + wakers.size() + actions.size();
  }

  /** An action that several threads may find, and one runs. */
  private final class Once extends AtomicBoolean implements Runnable {

    private static final long serialVersionUID = 1;

    private final transient Runnable action;

    Once(Runnable action) {
      this.action = action;
    }

    @Override
    public void run() {
      actions.remove(this);
      if (compareAndSet(
          false, true)) { // a race with the thread that added it, or with a second shutdown
        action.run();
      }
    }
  }
}
