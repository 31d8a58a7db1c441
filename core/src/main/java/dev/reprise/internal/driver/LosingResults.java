package dev.reprise.internal.driver;

import dev.reprise.internal.log.QuietLog;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of a hedged call that it does not return. Each is closed once, when the next outcome is
 * known: never the result that the call returns, nor an instance that is returned again, because
 * that instance is shared.
 */
public final class LosingResults {

  private final List<AutoCloseable> kept = new ArrayList<>(0);
  private final List<WeakReference<AutoCloseable>> closed = new ArrayList<>(0);
  private @Nullable Object returned;
  private boolean over;

  /** Adds a result that is not returned. */
  public void add(@Nullable Object value) {
    if (!(value instanceof AutoCloseable result) || result == returned || isClosed(result)) {
      return;
    }
    if (over) {
      close(result);
    } else {
      kept.add(result);
    }
  }

  /** Closes the results kept so far, except an instance that was returned again. */
  public void closeAllBut(@Nullable Object value) {
    List<AutoCloseable> before = List.copyOf(kept);
    kept.clear();
    for (AutoCloseable result : before) {
      if (result != value && !isClosed(result)) {
        close(result);
      }
    }
  }

  /** The call ends with this value; results added from now on are closed at once. */
  public void end(@Nullable Object value) {
    over = true;
    returned = value;
    closeAllBut(value);
  }

  private boolean isClosed(AutoCloseable result) {
    return closed.stream().anyMatch(one -> one.refersTo(result));
  }

  private void close(AutoCloseable result) {
    closed.removeIf(one -> one.refersTo(null));
    closed.add(new WeakReference<>(result));
    try {
      result.close();
    } catch (Throwable failure) {
      QuietLog.debug("A late result did not close", failure);
    }
  }
}
