package dev.reprise.batch.internal.push;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tasks that wait for room, or for the end of the acceptance of items, the one that waits longest
 * first. Not safe for use by several threads.
 *
 * <p>Only as many are taken as there is room for. A task need not use the room, so the end of each
 * one that was taken must cause the next take.
 */
public final class WaitingTasks {

  private final Map<Object, Runnable> waiting = new LinkedHashMap<>();

  /** The tasks that were taken and have not begun. */
  private long scheduled;

  /**
   * Adds a task.
   *
   * @param wait identifies the task
   */
  public void put(Object wait, Runnable task) {
    waiting.put(wait, task);
  }

  public void remove(Object wait) {
    waiting.remove(wait);
  }

  /**
   * Removes the tasks that wait longest, and returns them. {@link #begun} must be called for each,
   * unless the room is unlimited.
   *
   * @param room the number of items for which there is room, also for tasks that were taken before
   *     and have not begun
   */
  public List<Runnable> take(long room) {
    List<Runnable> taken = new ArrayList<>();
    Iterator<Runnable> longest = waiting.values().iterator();
    while (scheduled < room && longest.hasNext()) {
      taken.add(longest.next());
      longest.remove();
      scheduled++;
    }
    return taken;
  }

  /** Records that a task that was taken has begun. */
  public void begun() {
    scheduled--;
  }
}
