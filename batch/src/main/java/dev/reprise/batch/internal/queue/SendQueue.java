package dev.reprise.batch.internal.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Entries that may be sent now: new entries and retries in one queue, halves of refused chunks in
 * another. Halves are sent before new entries and alternate with retries.
 */
public final class SendQueue<I> {

  private final ReadyQueue<I> ready;
  private final BisectQueue<I> halves;
  private final Deque<Integer> wokenPrices = new ArrayDeque<>();
  private boolean halfWasLast;

  public SendQueue(ReadyQueue<I> ready, long maxWeight) {
    this.ready = ready;
    halves = new BisectQueue<>(maxWeight);
  }

  public boolean isEmpty() {
    return ready.isEmpty() && halves.isEmpty();
  }

  /** Returns whether the next call carries a half, which is never filled up. */
  public boolean bisectsNext() {
    return !halves.isEmpty() && !(halfWasLast && ready.holdsUnprocessed());
  }

  /**
   * Returns whether the next call would be as large as it can be, and is not a half.
   *
   * @param isEnd whether no further entries come
   */
  public boolean holdsWholeCall(boolean isEnd) {
    return !bisectsNext() && (ready.fillsChunk() || (isEnd && !ready.isEmpty()));
  }

  /**
   * Returns the chunk of the next call; the queue must not be empty.
   *
   * @param mostUnits the maximum number of units
   */
  public Chunk<I> next(long mostUnits, long nowNanos) {
    boolean afterHalf = halfWasLast;
    halfWasLast = bisectsNext();
    if (halfWasLast) {
      BisectQueue.Part<I> part = halves.next(mostUnits);
      return new Chunk<>(part.entries(), part.permits(), true, nowNanos);
    }
    List<Entry<I>> entries = ready.chunk(mostUnits);
    Chunk<I> chunk = new Chunk<>(entries, takePermits(entries), false, nowNanos);
    chunk.isAfterHalf = afterHalf;
    ready.notePlace(chunk);
    return chunk;
  }

  /** A call that carries retries holds one permit; the last such call holds all remaining ones. */
  private Permits takePermits(List<Entry<I>> entries) {
    if (!ready.holdsUnprocessed()) {
      return takeAllPermits();
    }
    boolean carriesRest = entries.stream().anyMatch(entry -> entry.sends() > 0);
    return carriesRest && !wokenPrices.isEmpty()
        ? Permits.of(wokenPrices.removeFirst())
        : Permits.NONE;
  }

  private Permits takeAllPermits() {
    if (wokenPrices.isEmpty()) {
      return Permits.NONE;
    }
    Permits all = new Permits(new ArrayList<>(wokenPrices));
    wokenPrices.clear();
    return all;
  }

  /**
   * Returns the entries of a call that did not start to the place that they left. Of several calls,
   * the last one returns first.
   */
  public void addBack(Chunk<I> chunk) {
    if (chunk.isHalf) {
      halves.addInFront(chunk.entries, chunk.permits);
      return;
    }
    ready.addBack(chunk);
    halfWasLast = chunk.isAfterHalf;
    List<Integer> prices = chunk.permits.prices();
    for (int i = prices.size() - 1; i >= 0; i--) {
      wokenPrices.addFirst(prices.get(i));
    }
  }

  /** Adds retries whose wait is over. */
  public void addWoken(DelayedRetry<I> pause) {
    if (pause.isHalf) {
      halves.addInFront(pause.rest, Permits.of(pause.price));
    } else {
      ready.addInFront(pause.rest);
      wokenPrices.addLast(pause.price);
    }
  }

  /** Queues the halves of a chunk of at least two entries as separate calls. */
  public void split(List<Entry<I>> refused) {
    halves.split(refused);
  }

  public void add(Entry<I> entry) {
    ready.add(entry);
  }

  /** Removes all entries. Returns the permits that they held. */
  public Permits drain(Consumer<Entry<I>> to) {
    List<Integer> prices = new ArrayList<>(takeAllPermits().prices());
    for (BisectQueue.Part<I> half = halves.poll(); half != null; half = halves.poll()) {
      prices.addAll(half.permits().prices());
      half.entries().forEach(to);
    }
    for (Entry<I> entry = ready.poll(); entry != null; entry = ready.poll()) {
      to.accept(entry);
    }
    return new Permits(prices);
  }
}
