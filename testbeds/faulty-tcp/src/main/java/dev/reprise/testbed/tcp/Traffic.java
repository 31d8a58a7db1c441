package dev.reprise.testbed.tcp;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What all links of a proxy share: the script, the gate and the counts. Thread-safe. */
final class Traffic {
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final List<Trip> trips = new CopyOnWriteArrayList<>();
  private final Gate gate = new Gate();
  private final Counts counts = new Counts();
  private volatile ResponseDrop drop = ResponseDrop.NEVER;

  void began(Link link) {
    links.add(link);
    counts.opened();
  }

  /** Counted before the client can see the cut. */
  void cutting() {
    counts.cutting();
  }

  void ended(Link link) {
    links.remove(link);
    gate.forget(link);
    counts.closed();
  }

  void rejected() {
    counts.rejected();
  }

  int cutAll(Cut cut) {
    return (int) links.stream().filter(link -> link.cut(cut)).count();
  }

  boolean cut(int connection, Cut cut) {
    return links.stream().anyMatch(link -> link.number() == connection && link.cut(cut));
  }

  List<Trip> trips() {
    return trips;
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

  Counts.Snapshot counts() {
    return counts.now();
  }

  boolean awaitOpen(int connections, Duration atMost) throws InterruptedException {
    return counts.awaitOpen(connections, atMost);
  }
}
