package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A result that counts how often it is closed. */
public final class Closing implements AutoCloseable {

  private final AtomicInteger closed = new AtomicInteger();
  private final CountDownLatch first = new CountDownLatch(1);

  @Override
  public void close() {
    closed.incrementAndGet();
    first.countDown();
    throw new IllegalStateException("closes badly");
  }

  public int closed() {
    return closed.get();
  }

  public void awaitClosed() throws InterruptedException {
    assertThat(first.await(30, TimeUnit.SECONDS)).as("closed").isTrue();
  }
}
