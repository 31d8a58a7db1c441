package dev.reprise.idempotency;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Who of this process waits for which key, so that nobody has to poll for a holder next door. */
final class Waiters {

  private final ConcurrentHashMap<String, Set<Waiter>> byKey = new ConcurrentHashMap<>();
  private final AtomicInteger blocked = new AtomicInteger();

  /** Somebody who waits. */
  static final class Waiter {

    private final Runnable onWake;
    private volatile boolean woken;

    private Waiter(Runnable onWake) {
      this.onWake = onWake;
    }

    /** Whether a holder has ended since this was last asked. */
    boolean takeWoken() {
      boolean was = woken;
      woken = false;
      return was;
    }

    private void wake() {
      woken = true;
      onWake.run();
    }
  }

  /** To be called before the claim that may say that the key is held: then no end is missed. */
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

  /** Counts one more thread that waits, unless that would be too many. */
  boolean mayBlock(int most) {
    int before = blocked.getAndUpdate(now -> now < most ? now + 1 : now);
    return before < most;
  }

  /** Counts a thread that waits no more. */
  void unblocked() {
    int left = blocked.decrementAndGet();
    assert left >= 0;
  }

  /** How many keys are waited for. */
  int keys() {
    return byKey.size();
  }
}
