package dev.reprise.batch;

import dev.reprise.batch.operation.AsyncBatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A table in virtual time: a bucket of capacity units that refills evenly, holds a burst, starts
 * full, and accepts the items of a call one by one while it has units.
 */
final class MeteredTable {

  private final VirtualTime time;
  private final Random random = new Random(1);
  private final double burst;
  private final Duration latency;
  private double rate;
  private double level;
  private double offered;
  private long refilledAt;
  private double accepted;
  private long calls;
  private long refusedItems;
  private final Meter meter = new Meter();

  MeteredTable(VirtualTime time, double rate, Duration burst, Duration latency) {
    this.time = time;
    this.rate = rate;
    this.latency = latency;
    this.burst = rate * burst.toNanos() / 1e9;
    level = this.burst;
    offered = level;
    refilledAt = now();
  }

  /** Sends a chunk; the cost of an item is its own value. */
  CompletionStage<BatchReply<Integer>> send(List<Integer> chunk) {
    return send(chunk, meter);
  }

  /** Returns an operation with its own meter, for one of several writers. */
  AsyncBatchOperation<Integer> writer(Meter own) {
    return chunk -> send(chunk, own);
  }

  private CompletionStage<BatchReply<Integer>> send(List<Integer> chunk, Meter own) {
    CompletableFuture<BatchReply<Integer>> reply = new CompletableFuture<>();
    Duration there = share();
    Duration back = latency.minus(latency.dividedBy(2)).plus(share().dividedBy(2));
    time.schedule(
        there,
        () -> {
          BatchReply<Integer> answer = answer(chunk, own);
          time.schedule(back, () -> reply.complete(answer));
        });
    return reply;
  }

  /** Returns a quarter to three quarters of the latency. */
  private Duration share() {
    return Duration.ofNanos((long) (latency.toNanos() * (0.25 + random.nextDouble() / 2)));
  }

  private BatchReply<Integer> answer(List<Integer> chunk, Meter own) {
    refill();
    calls++;
    double before = accepted;
    List<Integer> rest = chunk.stream().filter(units -> !taken(units)).toList();
    refusedItems += rest.size();
    own.add(now(), chunk.stream().mapToInt(units -> units).sum(), accepted - before);
    return rest.size() == chunk.size() ? BatchReply.nothingDone() : BatchReply.unprocessed(rest);
  }

  private boolean taken(double units) {
    if (level < Math.min(units, burst)) {
      return false;
    }
    level -= units;
    accepted += units;
    return true;
  }

  private void refill() {
    double more = (now() - refilledAt) * rate / 1e9;
    refilledAt = now();
    offered += more;
    level = Math.min(burst, level + more);
  }

  /** Takes units for a different writer, as far as there are any. */
  void takeForAnother(double units) {
    refill();
    level = Math.max(0, level - units);
  }

  void changeRate(double changed) {
    refill();
    rate = changed;
  }

  /** Returns the accepted units as a share of the available ones, including the first burst. */
  double used() {
    return accepted / offered;
  }

  /** Returns the record of sent and accepted units. */
  Meter meter() {
    return meter;
  }

  double accepted() {
    return accepted;
  }

  long calls() {
    return calls;
  }

  long refusedItems() {
    return refusedItems;
  }

  private long now() {
    return time.ticks().nanos();
  }
}
