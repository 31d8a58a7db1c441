package dev.reprise.testbed.dynamodb.storage;

import dev.reprise.testbed.dynamodb.capacity.CapacityBucket;
import dev.reprise.testbed.dynamodb.capacity.CapacityUnits;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One table: its items in key order and its two buckets of capacity, all guarded by one lock. An
 * operation that returns empty lacked capacity and has changed nothing.
 */
public final class Table {

  /** The maximum size of a page in bytes, unless its first item is larger. */
  private static final long PAGE_BYTES = 1024 * 1024;

  private static final AtomicLong CREATED = new AtomicLong();

  private final TableDescription description;

  /** The order in which transactions lock tables. */
  private final long number = CREATED.incrementAndGet();

  private final ReentrantLock lock = new ReentrantLock();
  private final NavigableMap<Key, Item> items = new TreeMap<>();
  private final CapacityBucket writes;
  private final CapacityBucket reads;

  public Table(TableDescription description, Duration burst, long now) {
    this.description = description;
    this.writes = new CapacityBucket(description.writeUnits(), burst, now);
    this.reads = new CapacityBucket(description.readUnits(), burst, now);
  }

  /** A change to one item that happens only if the condition holds. */
  public record Write(Key key, ItemChange change, Condition condition) {

    /** Computes the result for this item, which the lock of the table protects. */
    public Written to(@Nullable Item before) {
      boolean holds = condition.holdsFor(before);
      Item after = holds ? change.after(before) : before;
      int larger = Math.max(sizeOf(before), sizeOf(after));
      return new Written(before, after, holds, CapacityUnits.halvesToWrite(larger));
    }
  }

  /** The result of a write: the item before and after, whether the condition held, and its cost. */
  public record Written(
      @Nullable Item before, @Nullable Item after, boolean conditionHeld, long halves) {

    /** Returns the larger of both sizes, in bytes. */
    public int size() {
      return Math.max(sizeOf(before), sizeOf(after));
    }
  }

  /** The result of a read. */
  public record Read(@Nullable Item item, long halves) {}

  /** The items of one page, the last of them if more may follow, and its cost. */
  public record Page(List<Item> items, @Nullable Item last, long halves) {}

  public TableDescription description() {
    return description;
  }

  public KeySchema schema() {
    return description.schema();
  }

  public ServiceError throttled() {
    return description.onDemand()
        ? ServiceError.throttling()
        : ServiceError.provisionedThroughputExceeded();
  }

  public int itemCount() {
    return locked(items::size);
  }

  public Optional<Written> write(Write write, long now) {
    return locked(() -> writeUnlocked(write, now));
  }

  /**
   * Reads one item. Returns empty also if the item is larger than the remaining space of the
   * response.
   */
  public Optional<Read> read(Key key, boolean consistent, long room, long now) {
    return locked(() -> readUnlocked(key, consistent, room, now));
  }

  public Optional<Page> page(PageRequest request, long now) {
    return locked(() -> pageUnlocked(request, now));
  }

  private Optional<Written> writeUnlocked(Write write, long now) {
    Written written = write.to(items.get(write.key()));
    if (!writes.tryTake(written.halves(), now)) {
      return Optional.empty();
    }
    replaceUnlocked(write.key(), written);
    return Optional.of(written);
  }

  private void replaceUnlocked(Key key, Written written) {
    Item before = written.before();
    Item after = written.after();
    if (after == before) {
      return;
    }
    if (after == null) {
      items.remove(key);
    } else {
      items.put(key, after);
    }
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

  /** Returns the current item with this key. */
  public @Nullable Item find(Key key) {
    return locked(() -> Optional.ofNullable(items.get(key))).orElse(null);
  }

  /** Carries out the result of {@link Write#to} for an item that has not changed since. */
  public void replace(Key key, Written written) {
    locked(
        () -> {
          replaceUnlocked(key, written);
          return true;
        });
  }

  public boolean tryTakeWrites(long halves, long now) {
    return locked(() -> writes.tryTake(halves, now));
  }

  public boolean tryTakeReads(long halves, long now) {
    return locked(() -> reads.tryTake(halves, now));
  }

  /** Puts back units that were just consumed. */
  public void giveBack(long writeHalves, long readHalves) {
    locked(
        () -> {
          writes.giveBack(writeHalves);
          reads.giveBack(readHalves);
          return true;
        });
  }

  /** Runs the body while it holds the locks of all these tables. */
  public static <T> T lockedAll(Collection<Table> tables, Supplier<T> body) {
    List<Table> ordered = new ArrayList<>(new LinkedHashSet<>(tables));
    ordered.sort(Comparator.comparingLong(table -> table.number));
    Supplier<T> all = body;
    for (Table table : ordered) {
      Supplier<T> inner = all;
      all = () -> table.locked(inner);
    }
    return all.get();
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
