package dev.reprise.testbed.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What all connections of a server share. */
record ServerState(
    Script script,
    Journal journal,
    Stalls stalls,
    Set<Connection> connections,
    AtomicInteger resetsOnAccept,
    int maxStreams) {
  ServerState(int maxStreams) {
    this(
        new Script(),
        new Journal(),
        new Stalls(),
        ConcurrentHashMap.newKeySet(),
        new AtomicInteger(),
        maxStreams);
  }

  /** Notes the request and chooses its step. */
  Step arrived(ReceivedRequest request) {
    journal.received(request);
    return script.next(request);
  }

  boolean resetsThisConnection() {
    return resetsOnAccept.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }
}
