package dev.reprise.testbed.tcp;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** State that all connections of a proxy share: triggers, gate and counts. Thread-safe. */
final class ProxyState {
  private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
  private final List<FaultTrigger> triggers = new CopyOnWriteArrayList<>();
  private final Gate gate = new Gate();
  private final ConnectionCounts counts = new ConnectionCounts();
  private volatile ResponseDrop drop = ResponseDrop.NEVER;

  void add(ProxyConnection connection) {
    connections.add(connection);
    counts.opened();
  }

  /** Counts a cut, before the client can see it. */
  void countCut() {
    counts.cut();
  }

  void remove(ProxyConnection connection) {
    connections.remove(connection);
    gate.forget(connection);
    counts.closed();
  }

  void rejected() {
    counts.rejected();
  }

  int cutAll(Cut cut) {
    return (int) connections.stream().filter(connection -> connection.cut(cut)).count();
  }

  boolean cut(int connection, Cut cut) {
    return connections.stream().anyMatch(each -> each.number() == connection && each.cut(cut));
  }

  List<FaultTrigger> triggers() {
    return triggers;
  }

  ResponseDrop drop() {
    return drop;
  }

  void drop(ResponseDrop next) {
    drop = next;
  }

  Gate gate() {
    return gate;
  }

  ConnectionCounts.Snapshot counts() {
    return counts.snapshot();
  }

  boolean awaitOpen(int connections, Duration atMost) throws InterruptedException {
    return counts.awaitOpen(connections, atMost);
  }
}
