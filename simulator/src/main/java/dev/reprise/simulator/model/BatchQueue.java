package dev.reprise.simulator.model;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.CallEndListener;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.target.Table;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sends batches with a limited number in flight, and counts their results. */
final class BatchQueue implements CallEndListener, Table.TableListener {

  private final World world;
  private final Clients clients;
  private final int batch;
  private final int processes;
  private @Nullable Table table;
  private int left;
  private int begun;
  private long written;
  private long lost;
  private long empty;
  private long partial;

  BatchQueue(World world, Clients clients, int items, int batch, int processes) {
    this.world = world;
    this.clients = clients.onCallEnd(this);
    this.batch = batch;
    this.processes = processes;
    left = items;
  }

  void begin(Table written, int parallel) {
    table = written;
    for (int i = 0; i < parallel && left > 0; i++) {
      next();
    }
  }

  private void next() {
    clients.begin(begun++ % processes, world.nowNanos());
  }

  /** Takes the next batch and returns its number of items. */
  int nextSize() {
    int size = Math.min(batch, left);
    left -= size;
    return size;
  }

  @Override
  public void ended(int slot, int attempts, long durationNanos, StopReason reason) {
    lost += Objects.requireNonNull(table).unprocessed(slot);
    if (left > 0) {
      next();
    }
  }

  @Override
  public void attemptArrived(long nowNanos, int items, int of) {
    written += items;
    empty += items == 0 ? 1 : 0;
    partial += items > 0 && items < of ? 1 : 0;
  }

  long written() {
    return written;
  }

  long lost() {
    return lost;
  }

  long empty() {
    return empty;
  }

  long partial() {
    return partial;
  }
}
