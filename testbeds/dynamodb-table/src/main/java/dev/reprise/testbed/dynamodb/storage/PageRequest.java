package dev.reprise.testbed.dynamodb.storage;

import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.item.Scalar;
import java.util.NavigableMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The items from which a page is taken: those of one partition or of the whole table, after a key,
 * in one direction, that match a predicate, up to a limit.
 */
public record PageRequest(
    @Nullable Scalar partition,
    Predicate<Key> matches,
    boolean forward,
    @Nullable Key after,
    long limit,
    boolean consistent) {

  public NavigableMap<Key, Item> over(NavigableMap<Key, Item> items) {
    NavigableMap<Key, Item> range =
        partition == null
            ? items
            : items.subMap(Key.below(partition), false, Key.above(partition), false);
    NavigableMap<Key, Item> directed = forward ? range : range.descendingMap();
    return after == null ? directed : directed.tailMap(after, false);
  }
}
