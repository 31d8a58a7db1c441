package dev.reprise.idempotency.internal.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The waiting calls of a guard by key. A holder in this process wakes them when it ends. */
public final class Waiters {

  private final ConcurrentHashMap<String, Set<Waiter>> byKey = new ConcurrentHashMap<>();
  private final AtomicInteger blocked = new AtomicInteger();

  /** A waiting call. */
  static final class Waiter {

    private final Runnable onWake;
    private volatile boolean woken;

    private Waiter(Runnable onWake) {
      this.onWake = onWake;
    }

    /** Returns whether a holder has ended since the previous call, and resets it. */
    boolean takeWoken() {
      boolean before = woken;
      woken = false;
      return before;
    }

    private void wake() {
      woken = true;
      onWake.run();
    }
  }

  /** Must be called before the claim that may find the key held, so that no wake-up is missed. */
  Waiter join(String key, Runnable onWake) {
    Waiter waiter = new Waiter(onWake);
    byKey.compute(
        key,
        (sameKey, waiters) -> {
          Set<Waiter> all = waiters == null ? ConcurrentHashMap.newKeySet() : waiters;
          all.add(waiter);
          return all;
        });
    return waiter;
  }

  void leave(String key, Waiter waiter) {
    byKey.computeIfPresent(
        key,
        (sameKey, waiters) -> {
          waiters.remove(waiter);
          return waiters.isEmpty() ? null : waiters;
        });
  }

  void wake(String key) {
    byKey.getOrDefault(key, Set.of()).forEach(Waiter::wake);
  }

  /** Counts one more blocked thread. Returns false if the maximum is reached. */
  boolean tryBlock(int max) {
    int before = blocked.getAndUpdate(now -> now < max ? now + 1 : now);
    return before < max;
  }

  /** Counts one blocked thread less. */
  void unblocked() {
    int remaining = blocked.decrementAndGet();
    assert remaining >= 0;
  }

  /** Returns the number of keys with waiting calls. */
  public int keys() {
    return byKey.size();
  }
}
