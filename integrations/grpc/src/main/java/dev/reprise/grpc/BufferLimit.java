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

  /** Reserves bytes; returns false, and reserves nothing, if the limit would be exceeded. */
  boolean tryReserve(int bytes) {
    long now = used.addAndGet(bytes);
    if (now > total) {
      used.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  void release(int bytes) {
    used.addAndGet(-bytes);
  }

  long used() {
    return used.get();
  }
}
