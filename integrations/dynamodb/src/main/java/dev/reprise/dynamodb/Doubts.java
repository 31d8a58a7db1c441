package dev.reprise.dynamodb;

import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.DeadLetter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which items of a run have been sent without a word on what became of them. An attempt is in doubt
 * from its start until its answer, so one that was given up by a timeout needs no one to say so.
 *
 * @param <I> type of the items, equal only to themselves
 */
final class Doubts<I> implements BatchListener<I> {

  /** Attempts of an item without an answer, and when the first of them was sent. */
  private record Open(int attempts, long sinceNanos) {

    Open and() {
      return new Open(attempts + 1, sinceNanos);
    }
  }

  private final Map<I, Open> open = new ConcurrentHashMap<>();
  private final boolean resumed;

  /**
   * No item was sent yet.
   *
   * @param resumed whether an earlier run, of which nothing more is known, may have sent any item
   */
  Doubts(boolean resumed) {
    this.resumed = resumed;
  }

  /** An attempt is sent. */
  void sent(I item, long nowNanos) {
    open.merge(item, new Open(1, nowNanos), (before, first) -> before.and());
  }

  /**
   * An attempt was answered without having done anything. Of one that was carried out the end of
   * the item tells: an answer that comes after its attempt was given up is heard by nobody.
   */
  void answered(I item) {
    open.computeIfPresent(
        item,
        (same, left) ->
            left.attempts() == 1 ? null : new Open(left.attempts() - 1, left.sinceNanos()));
  }

  /** Whether an attempt of which nobody knows the answer may have been carried out. */
  boolean about(I item) {
    return resumed || open.containsKey(item);
  }

  /** What is to be said with a refusal where there is a doubt; else nothing. */
  String words(I item) {
    if (open.containsKey(item)) {
      return "; an earlier attempt, whose answer was lost, may have carried it out";
    }
    return resumed ? "; an earlier run of the journal may have carried it out" : "";
  }

  /** Since when there has been a doubt about an item. */
  OptionalLong sinceNanos(I item) {
    Open doubt = open.get(item);
    return doubt == null ? OptionalLong.empty() : OptionalLong.of(doubt.sinceNanos());
  }

  @Override
  public void itemsDone(List<I> items) {
    items.forEach(open::remove);
  }

  @Override
  public void itemDead(DeadLetter<I> dead) {
    open.remove(dead.item());
  }
}
