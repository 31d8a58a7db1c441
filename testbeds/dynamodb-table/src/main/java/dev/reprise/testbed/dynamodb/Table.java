package dev.reprise.testbed.dynamodb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One table: its items in key order and its two buckets of capacity, all guarded by one lock. An
 * operation that answers empty was refused by the bucket and has changed nothing.
 */
final class Table {

  /** A page ends before the item that would bring it above this. */
  private static final long PAGE_BYTES = 1024 * 1024;

  private final TableDescription description;
  private final ReentrantLock lock = new ReentrantLock();
  private final NavigableMap<Key, Item> items = new TreeMap<>();
  private final CapacityBucket writes;
  private final CapacityBucket reads;
  private long bytes;

  Table(TableDescription description, Duration burst, long now) {
    this.description = description;
    this.writes = new CapacityBucket(description.writeUnits(), burst, now);
    this.reads = new CapacityBucket(description.readUnits(), burst, now);
  }

  /** A put, or a delete where the item is null, that happens only if the condition holds. */
  record Write(Key key, @Nullable Item item, Condition condition) {}

  /** What a write did: the item there was before, and whether the condition held. */
  record Written(@Nullable Item before, boolean conditionHeld, long halves) {}

  /** What a read found. */
  record Read(@Nullable Item item, long halves) {}

  /** The items of one page, the last of them if more may follow, and its price. */
  record Page(List<Item> items, @Nullable Item last, long halves) {}

  /** How many items there are and their size. */
  record Extent(int items, long bytes) {}

  TableDescription description() {
    return description;
  }

  KeySchema schema() {
    return description.schema();
  }

  ServiceError throttled() {
    return description.onDemand()
        ? ServiceError.throttling()
        : ServiceError.provisionedThroughputExceeded();
  }

  Extent extent() {
    return locked(() -> new Extent(items.size(), bytes));
  }

  Optional<Written> write(Write write, long now) {
    return locked(() -> writeUnlocked(write, now));
  }

  /** Reads one item; one larger than the room left in the response is refused as well. */
  Optional<Read> read(Key key, boolean consistent, long room, long now) {
    return locked(() -> readUnlocked(key, consistent, room, now));
  }

  Optional<Page> page(PageRequest request, long now) {
    return locked(() -> pageUnlocked(request, now));
  }

  private Optional<Written> writeUnlocked(Write write, long now) {
    Item before = items.get(write.key());
    Item after = write.item();
    long halves = CapacityUnits.halvesToWrite(Math.max(sizeOf(before), sizeOf(after)));
    if (!writes.tryTake(halves, now)) {
      return Optional.empty();
    }
    boolean holds = write.condition().holds(before == null ? Json.object() : before.attributes());
    if (holds) {
      replace(write.key(), before, after);
    }
    return Optional.of(new Written(before, holds, halves));
  }

  private void replace(Key key, @Nullable Item before, @Nullable Item after) {
    if (after == null) {
      items.remove(key);
    } else {
      items.put(key, after);
    }
    bytes += sizeOf(after) - sizeOf(before);
  }

  private Optional<Read> readUnlocked(Key key, boolean consistent, long room, long now) {
    Item item = items.get(key);
    long halves = CapacityUnits.halvesToRead(sizeOf(item), consistent);
    if (sizeOf(item) > room || !reads.tryTake(halves, now)) {
      return Optional.empty();
    }
    return Optional.of(new Read(item, halves));
  }

  private Optional<Page> pageUnlocked(PageRequest request, long now) {
    List<Item> page = new ArrayList<>();
    long size = 0;
    boolean more = false;
    Iterator<Map.Entry<Key, Item>> candidates = request.over(items).entrySet().iterator();
    while (candidates.hasNext() && !more) {
      Map.Entry<Key, Item> candidate = candidates.next();
      if (!request.matches().test(candidate.getKey())) {
        continue;
      }
      Item item = candidate.getValue();
      if (!page.isEmpty() && size + item.size() > PAGE_BYTES) {
        more = true;
      } else {
        page.add(item);
        size += item.size();
        more = page.size() >= request.limit();
      }
    }
    long halves = CapacityUnits.halvesToRead(size, request.consistent());
    if (!reads.tryTake(halves, now)) {
      return Optional.empty();
    }
    Item last = more ? page.get(page.size() - 1) : null;
    return Optional.of(new Page(page, last, halves));
  }

  private static int sizeOf(@Nullable Item item) {
    return item == null ? 0 : item.size();
  }

  private <T> T locked(Supplier<T> body) {
    lock.lock();
    try {
      return body.get();
    } finally {
      lock.unlock();
    }
  }
}
