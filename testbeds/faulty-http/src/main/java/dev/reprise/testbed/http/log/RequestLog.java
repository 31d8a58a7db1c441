package dev.reprise.testbed.http.log;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requests and connections of a server since its start. A request is
 *
 * <ul>
 *   <li><em>received</em> when its headers have been read,
 *   <li><em>executed</em> when it has been read completely and its step does not act on arrival,
 *   <li><em>abandoned</em> when the client cancelled its stream or closed its connection before the
 *       end of the response.
 * </ul>
 *
 * <p>Returned collections are copies that cannot be changed.
 *
 * <pre>{@code
 * assertTrue(log.awaitAbandoned(1, Duration.ofSeconds(10)));
 * assertEquals(2, log.executedCount());
 * assertEquals("one order", log.executed().get(0).body());
 * }</pre>
 */
public interface RequestLog {

  /**
   * Returns the received requests in order of arrival, without their bodies.
   *
   * @return a copy
   */
  List<ReceivedRequest> received();

  /**
   * Returns the executed requests in order of execution, with their bodies.
   *
   * @return a copy
   */
  List<ReceivedRequest> executed();

  /**
   * Returns the abandoned requests in the order in which the server noticed it.
   *
   * @return a copy
   */
  List<ReceivedRequest> abandoned();

  /**
   * Returns the number of received requests.
   *
   * @return at least 0
   */
  default int receivedCount() {
    return received().size();
  }

  /**
   * Returns the number of executed requests.
   *
   * @return at least 0
   */
  default int executedCount() {
    return executed().size();
  }

  /**
   * Returns the number of accepted connections since the start of the server, including those that
   * were reset on arrival. {@link #clear} does not change it.
   *
   * @return at least 0
   */
  int connectionsOpened();

  /**
   * Returns the number of connections that are open now.
   *
   * @return at least 0
   */
  int connectionsOpen();

  /**
   * Returns the number of received requests on each connection. The key is the number of the
   * connection, as in {@link ReceivedRequest#connection}; connections without a request are
   * missing.
   *
   * @return a copy, in order of the connections
   */
  default Map<Integer, Integer> requestsByConnection() {
    Map<Integer, Integer> counts = new TreeMap<>();
    received().forEach(request -> counts.merge(request.connection(), 1, Integer::sum));
    return counts;
  }

  /**
   * Waits until exactly this number of connections are open.
   *
   * @param connections the number, at least 0
   * @param atMost longest wait, at most 292 years; zero or less does not wait
   * @return true if the number is open, false if the time ran out
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws ArithmeticException if {@code atMost} is more than 292 years
   */
  boolean awaitConnectionsOpen(int connections, Duration atMost) throws InterruptedException;

  /**
   * Waits until at least this number of requests were received.
   *
   * @param requests the number, at least 0
   * @param atMost longest wait, at most 292 years; zero or less does not wait
   * @return true if they were received, false if the time ran out
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws ArithmeticException if {@code atMost} is more than 292 years
   */
  boolean awaitReceived(int requests, Duration atMost) throws InterruptedException;

  /**
   * Waits until at least this number of requests were executed.
   *
   * @param requests the number, at least 0
   * @param atMost longest wait, at most 292 years; zero or less does not wait
   * @return true if they were executed, false if the time ran out
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws ArithmeticException if {@code atMost} is more than 292 years
   */
  boolean awaitExecuted(int requests, Duration atMost) throws InterruptedException;

  /**
   * Waits until at least this number of requests were abandoned.
   *
   * @param requests the number, at least 0
   * @param atMost longest wait, at most 292 years; zero or less does not wait
   * @return true if they were abandoned, false if the time ran out
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws ArithmeticException if {@code atMost} is more than 292 years
   */
  boolean awaitAbandoned(int requests, Duration atMost) throws InterruptedException;

  /** Removes all requests from the log. The counts of connections stay. */
  void clear();
}
