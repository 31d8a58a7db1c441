package dev.reprise.grpc;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes of all buffered requests of an interceptor. Safe for use by any thread. */
final class BufferLimit {

  private final int perCall;
  private final long total;
  private final AtomicLong used = new AtomicLong();

  BufferLimit(int perCall, long total) {
    this.perCall = perCall;
    this.total = total;
  }

  /** Largest request that may be buffered. */
  int perCall() {
    return perCall;
  }

  /**
   * Reserves bytes of the total. A request that does not fit takes nothing from others, not even
   * for a moment.
   *
   * @param least bytes without which nothing is reserved
   * @param most bytes to reserve if there is room for them
   * @return the bytes that were reserved; 0 if there is no room for {@code least}
   */
  int reserve(int least, int most) {
    while (true) {
      long now = used.get();
      int granted = (int) Math.min(most, Math.max(0, total - now));
      if (granted < least || granted == 0) {
        return 0;
      }
      if (used.compareAndSet(now, now + granted)) {
        return granted;
      }
    }
  }

  void release(int bytes) {
    used.addAndGet(-bytes);
  }

  long used() {
    return used.get();
  }
}
