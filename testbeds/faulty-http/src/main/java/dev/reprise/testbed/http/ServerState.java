package dev.reprise.testbed.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What all connections of a server share. */
record ServerState(
    PathScripts script,
    RequestLog requestLog,
    StalledResponses stalls,
    Set<Connection> connections,
    AtomicInteger resetsOnAccept,
    int maxStreams) {
  ServerState(int maxStreams) {
    this(
        new PathScripts(),
        new RequestLog(),
        new StalledResponses(),
        ConcurrentHashMap.newKeySet(),
        new AtomicInteger(),
        maxStreams);
  }

  /** Notes the request and chooses its step. */
  Step arrived(ReceivedRequest request) {
    requestLog.received(request);
    return script.next(request);
  }

  boolean resetsThisConnection() {
    return resetsOnAccept.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }
}
