package dev.reprise.testbed.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Log of the requests of a {@link FaultyHttpServer} since its start or since {@link #clear}. A
 * request is <em>received</em> when its headers have been read, <em>executed</em> when it has been
 * read whole and its step did not come on arrival, and <em>abandoned</em> when the client cancelled
 * its stream or closed its connection before the response had ended. Thread-safe.
 */
public final class RequestLog {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<ReceivedRequest> received = new ArrayList<>();
  private final List<ReceivedRequest> executed = new ArrayList<>();
  private final List<ReceivedRequest> abandoned = new ArrayList<>();
  private int opened;
  private int open;

  RequestLog() {}

  /**
   * The requests whose headers have been read, in order of arrival; their bodies are empty.
   *
   * @return a copy
   */
  public List<ReceivedRequest> received() {
    return copy(received);
  }

  /**
   * The requests that took effect, in order, with their bodies.
   *
   * @return a copy
   */
  public List<ReceivedRequest> executed() {
    return copy(executed);
  }

  /**
   * The requests whose client went away before the response had ended.
   *
   * @return a copy
   */
  public List<ReceivedRequest> abandoned() {
    return copy(abandoned);
  }

  /**
   * Number of received requests.
   *
   * @return a count
   */
  public int receivedCount() {
    return received().size();
  }

  /**
   * Number of executed requests.
   *
   * @return a count
   */
  public int executedCount() {
    return executed().size();
  }

  /**
   * Number of accepted connections, including those that were reset on arrival. Not changed by
   * {@link #clear}.
   *
   * @return a count since the start
   */
  public int connectionsOpened() {
    lock.lock();
    try {
      return opened;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Number of connections that are open now.
   *
   * @return a count
   */
  public int connectionsOpen() {
    lock.lock();
    try {
      return open;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Number of requests on each connection, by the number of the connection.
   *
   * @return a copy; a connection without a request is not in it
   */
  public Map<Integer, Integer> requestsByConnection() {
    Map<Integer, Integer> counts = new TreeMap<>();
    received().forEach(request -> counts.merge(request.connection(), 1, Integer::sum));
    return counts;
  }

  /**
   * Waits until a number of connections are open.
   *
   * @param connections how many
   * @param atMost how long to wait
   * @return true if that number is open
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitConnectionsOpen(int connections, Duration atMost)
      throws InterruptedException {
    return await(() -> open == connections, atMost);
  }

  /**
   * Waits until at least a number of requests were received.
   *
   * @param requests how many
   * @param atMost how long to wait
   * @return true if they were received
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitReceived(int requests, Duration atMost) throws InterruptedException {
    return await(() -> received.size() >= requests, atMost);
  }

  /**
   * Waits until at least a number of requests were executed.
   *
   * @param requests how many
   * @param atMost how long to wait
   * @return true if they were executed
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitExecuted(int requests, Duration atMost) throws InterruptedException {
    return await(() -> executed.size() >= requests, atMost);
  }

  /**
   * Waits until at least a number of requests were abandoned.
   *
   * @param requests how many
   * @param atMost how long to wait
   * @return true if they were abandoned
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitAbandoned(int requests, Duration atMost) throws InterruptedException {
    return await(() -> abandoned.size() >= requests, atMost);
  }

  /** Forgets the requests, not the connections. */
  public void clear() {
    change(
        () -> {
          received.clear();
          executed.clear();
          abandoned.clear();
        });
  }

  void received(ReceivedRequest request) {
    change(() -> received.add(request));
  }

  void executed(ReceivedRequest request) {
    change(() -> executed.add(request));
  }

  void abandoned(ReceivedRequest request) {
    change(() -> abandoned.add(request));
  }

  int connectionOpened() {
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

  void connectionClosed() {
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
