package dev.reprise.batch.internal.push;

import dev.reprise.batch.report.SendResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The futures of the items that were accepted and are not settled, by position, and the flushes
 * that wait for them. Not safe for use by several threads.
 */
public final class PendingItems {

  private final Map<Long, CompletableFuture<SendResult>> byPosition = new LinkedHashMap<>();
  private final Deque<Flush> flushes = new ArrayDeque<>();
  private long accepted;

  /** A flush, which waits for all items before a position. */
  private record Flush(long end, CompletableFuture<@Nullable Void> future) {}

  /** Accepts the next item; returns its future. */
  public CompletableFuture<SendResult> accept() {
    CompletableFuture<SendResult> future = new CompletableFuture<>();
    byPosition.put(accepted++, future);
    return future;
  }

  /** Removes an item; returns its future, or null if it was removed before. */
  public @Nullable CompletableFuture<SendResult> remove(long position) {
    return byPosition.remove(position);
  }

  /** Removes all items; returns their futures. */
  public List<CompletableFuture<SendResult>> removeAll() {
    List<CompletableFuture<SendResult>> all = List.copyOf(byPosition.values());
    byPosition.clear();
    return all;
  }

  /** Starts to wait for the items that are pending now. */
  public CompletableFuture<@Nullable Void> flush() {
    CompletableFuture<@Nullable Void> future = new CompletableFuture<>();
    if (byPosition.isEmpty()) {
      future.complete(null);
    } else {
      flushes.add(new Flush(accepted, future));
    }
    return future;
  }

  public boolean isFlushing() {
    return !flushes.isEmpty();
  }

  /** Removes the flushes whose items are all settled; returns their futures. */
  public List<CompletableFuture<@Nullable Void>> takeFlushed() {
    if (flushes.isEmpty()) {
      return List.of();
    }
    long first = byPosition.isEmpty() ? accepted : byPosition.keySet().iterator().next();
    List<CompletableFuture<@Nullable Void>> flushed = new ArrayList<>(1);
    for (Flush next = flushes.peek(); next != null && next.end <= first; next = flushes.peek()) {
      flushed.add(next.future);
      flushes.remove();
    }
    return flushed;
  }
}
