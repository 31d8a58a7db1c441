package dev.reprise.testbed.http.internal.exchange;

import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.log.RequestLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Records the requests and connections of a server. Thread-safe. */
public final class RequestRecorder implements RequestLog {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<ReceivedRequest> received = new ArrayList<>();
  private final List<ReceivedRequest> executed = new ArrayList<>();
  private final List<ReceivedRequest> abandoned = new ArrayList<>();
  private int opened;
  private int open;

  @Override
  public List<ReceivedRequest> received() {
    return copy(received);
  }

  @Override
  public List<ReceivedRequest> executed() {
    return copy(executed);
  }

  @Override
  public List<ReceivedRequest> abandoned() {
    return copy(abandoned);
  }

  @Override
  public int connectionsOpened() {
    lock.lock();
    try {
      return opened;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int connectionsOpen() {
    lock.lock();
    try {
      return open;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean awaitConnectionsOpen(int connections, Duration atMost)
      throws InterruptedException {
    return await(() -> open == connections, atMost);
  }

  @Override
  public boolean awaitReceived(int requests, Duration atMost) throws InterruptedException {
    return await(() -> received.size() >= requests, atMost);
  }

  @Override
  public boolean awaitExecuted(int requests, Duration atMost) throws InterruptedException {
    return await(() -> executed.size() >= requests, atMost);
  }

  @Override
  public boolean awaitAbandoned(int requests, Duration atMost) throws InterruptedException {
    return await(() -> abandoned.size() >= requests, atMost);
  }

  @Override
  public void clear() {
    change(
        () -> {
          received.clear();
          executed.clear();
          abandoned.clear();
        });
  }

  public void received(ReceivedRequest request) {
    change(() -> received.add(request));
  }

  public void executed(ReceivedRequest request) {
    change(() -> executed.add(request));
  }

  public void abandoned(ReceivedRequest request) {
    change(() -> abandoned.add(request));
  }

  /** Returns the number of the connection, from 1. */
  public int connectionOpened() {
    lock.lock();
    try {
      opened++;
      open++;
      changed.signalAll();
      return opened;
    } finally {
      lock.unlock();
    }
  }

  public void connectionClosed() {
    change(() -> open--);
  }

  private boolean await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private List<ReceivedRequest> copy(List<ReceivedRequest> requests) {
    lock.lock();
    try {
      return List.copyOf(requests);
    } finally {
      lock.unlock();
    }
  }
}
