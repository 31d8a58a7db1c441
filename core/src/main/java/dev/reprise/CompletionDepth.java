package dev.reprise;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How many calls a thread is completing within each other. The dependents of a call may complete
 * the stage that another call follows, whose dependents do the same with the next: each link takes
 * some twenty frames, so a chain of a thousand would overflow the stack, and {@code
 * CompletableFuture} drops the links that found no stack.
 *
 * <p><b>Concurrency.</b> A thread that completes a call with dependents has an entry, and it alone
 * reads and writes it. There is none once the outermost completion has returned, so nothing is kept
 * of a thread.
 */
final class CompletionDepth {

  /** Some hundred kilobytes of stack at most. */
  private static final int MOST = 24;

  private static final ConcurrentMap<ThreadKey, CompletionDepth> BY_THREAD =
      new ConcurrentHashMap<>();

  private final ThreadKey key;
  private int depth;

  private CompletionDepth(ThreadKey key) {
    this.key = key;
  }

  /** Begins a completion on this thread. {@link #leave} must follow. */
  static CompletionDepth enter() {
    ThreadKey key = new ThreadKey(Thread.currentThread());
    CompletionDepth known = BY_THREAD.get(key);
    if (known == null) {
      known = new CompletionDepth(key);
      BY_THREAD.put(key, known);
    }
    known.depth++;
    return known;
  }

  boolean isTooDeep() {
    return depth > MOST;
  }

  void leave() {
    depth--;
    if (depth == 0) {
      BY_THREAD.remove(key);
    }
  }

  /** Threads that are completing calls now. */
  static int threads() {
    return BY_THREAD.size();
  }
}
