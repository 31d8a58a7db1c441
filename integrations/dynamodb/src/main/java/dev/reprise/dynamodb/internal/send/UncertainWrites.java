package dev.reprise.dynamodb.internal.send;

import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.DeadLetter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The items of a run that may have been carried out by an attempt without a response. An attempt is
 * uncertain from its start until its response, so no event is needed for an attempt that a timeout
 * abandons.
 *
 * @param <I> type of the items, equal only to themselves
 */
public final class UncertainWrites<I> implements BatchListener<I> {

  /** Number of attempts of an item without a response, and when the first of them was sent. */
  private record Unanswered(int attempts, long sinceNanos) {

    Unanswered plusOne() {
      return new Unanswered(attempts + 1, sinceNanos);
    }
  }

  private final Map<I, Unanswered> unanswered = new ConcurrentHashMap<>();
  private final boolean resumed;

  /**
   * Creates a record without attempts.
   *
   * @param resumed whether an earlier run may have sent any of the items, without a record of it
   */
  public UncertainWrites(boolean resumed) {
    this.resumed = resumed;
  }

  /** Records that an attempt is sent. */
  public void sent(I item, long nowNanos) {
    unanswered.merge(item, new Unanswered(1, nowNanos), (before, first) -> before.plusOne());
  }

  /**
   * Records a response that says that its attempt had no effect. A success is recorded by the end
   * of the item: a response that arrives after its attempt was abandoned is discarded.
   */
  public void hadNoEffect(I item) {
    unanswered.computeIfPresent(
        item,
        (same, open) ->
            open.attempts() == 1 ? null : new Unanswered(open.attempts() - 1, open.sinceNanos()));
  }

  /** Returns whether an attempt without a response may have carried out the item. */
  public boolean isUncertain(I item) {
    return resumed || unanswered.containsKey(item);
  }

  /** Returns an addition to the message of a refusal of an uncertain item; else empty. */
  public String note(I item) {
    if (unanswered.containsKey(item)) {
      return "; an earlier attempt, whose response was lost, may have carried it out";
    }
    return resumed ? "; an earlier run of the journal may have carried it out" : "";
  }

  /** Returns when the first attempt without a response was sent; empty if there is none. */
  public OptionalLong sinceNanos(I item) {
    Unanswered open = unanswered.get(item);
    return open == null ? OptionalLong.empty() : OptionalLong.of(open.sinceNanos());
  }

  @Override
  public void itemsDone(List<I> items) {
    if (!unanswered.isEmpty()) { // without this, each item would need an identity hash code
      items.forEach(unanswered::remove);
    }
  }

  @Override
  public void itemDead(DeadLetter<I> dead) {
    unanswered.remove(dead.item());
  }
}
