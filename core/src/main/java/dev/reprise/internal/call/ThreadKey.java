package dev.reprise.internal.call;

import org.jspecify.annotations.Nullable;

/** A thread by its identity, as the key of a table: {@code equals} of a thread may be user code. */
public final class ThreadKey {

  private final Thread thread;

  public ThreadKey(Thread thread) {
    this.thread = thread;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ThreadKey key && key.thread == thread;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(thread);
  }
}
