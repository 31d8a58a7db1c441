package dev.reprise.testbed.http.internal.server;

import dev.reprise.testbed.http.internal.exchange.Connection;
import dev.reprise.testbed.http.internal.exchange.ExchangeContext;
import dev.reprise.testbed.http.internal.exchange.StepAction;
import dev.reprise.testbed.http.log.ReceivedRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state that all connections of a server share. Thread-safe.
 *
 * @param scripts scripts by path
 * @param exchanges the log and the stalled responses
 * @param connections the open connections
 * @param resetsOnAccept number of connections to reset when they are accepted
 * @param maxStreams SETTINGS_MAX_CONCURRENT_STREAMS of HTTP/2
 */
public record ServerState(
    PathScripts scripts,
    ExchangeContext exchanges,
    Set<Connection> connections,
    AtomicInteger resetsOnAccept,
    int maxStreams) {

  /** Creates the state of a server without connections. */
  public ServerState(int maxStreams) {
    this(
        new PathScripts(),
        new ExchangeContext(),
        ConcurrentHashMap.newKeySet(),
        new AtomicInteger(),
        maxStreams);
  }

  /** Records a request whose headers have arrived and returns its action. */
  StepAction receive(ReceivedRequest request) {
    exchanges.log().received(request);
    return scripts.next(request);
  }

  /** Returns whether a new connection must be reset. */
  boolean resetsNewConnection() {
    return resetsOnAccept.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }
}
