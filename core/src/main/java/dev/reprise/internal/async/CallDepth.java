package dev.reprise.internal.async;

import dev.reprise.internal.call.ThreadKey;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;

/**
 * Number of nested steps of calls on a thread. The dependents of a call may complete the stage that
 * another call follows, whose dependents do the same with the next; a cancelled call cancels the
 * stage that it follows, which may be another call; and if a timer and an executor both run tasks
 * on the submitting thread, each retry begins within the previous one. Each link takes some twenty
 * frames, so a chain of a thousand would overflow the stack, and {@code CompletableFuture} silently
 * drops links after an overflow.
 *
 * <p><b>Concurrency.</b> A thread that makes such a step has an entry, which only this thread reads
 * and writes. The entry is removed when the outermost step returns, so no reference to a thread
 * remains.
 */
public final class CallDepth {

  /** Some hundred kilobytes of stack at most. */
  private static final int MAX_DEPTH = 24;

  private static final ConcurrentMap<ThreadKey, CallDepth> BY_THREAD = new ConcurrentHashMap<>();

  private final ThreadKey key;
  private int depth;

  private CallDepth(ThreadKey key) {
    this.key = key;
  }

  /** Runs a step: on this thread, or on another one if it is nested too deep here. */
  public static void run(Runnable step, Executor elsewhere) {
    CallDepth known = ofThisThread();
    known.depth++;
    try {
      if (known.depth > MAX_DEPTH) {
        elsewhere.execute(step);
      } else {
        step.run();
      }
    } finally {
      known.depth--;
      if (known.depth == 0) {
        BY_THREAD.remove(known.key);
      }
    }
  }

  private static CallDepth ofThisThread() {
    ThreadKey key = new ThreadKey(Thread.currentThread());
    CallDepth known = BY_THREAD.get(key);
    if (known == null) {
      known = new CallDepth(key);
      BY_THREAD.put(key, known);
    }
    return known;
  }

  /** Threads that are making such steps now. */
  public static int threads() {
    return BY_THREAD.size();
  }
}
