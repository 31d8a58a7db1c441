package dev.reprise.testbed.tcp;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The triggers, the gate and the counts that all connections of a proxy share. Thread-safe. */
final class ProxyState {
  private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
  private final List<FaultTrigger> triggers = new CopyOnWriteArrayList<>();
  private final Gate gate = new Gate();
  private final ConnectionCounts counts = new ConnectionCounts();
  private volatile ResponseDrop drop = ResponseDrop.NEVER;

  void began(ProxyConnection connection) {
    connections.add(connection);
    counts.opened();
  }

  /** Counted before the client can see the cut. */
  void cutting() {
    counts.cutting();
  }

  void ended(ProxyConnection connection) {
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
    return counts.now();
  }

  boolean awaitOpen(int connections, Duration atMost) throws InterruptedException {
    return counts.awaitOpen(connections, atMost);
  }
}
