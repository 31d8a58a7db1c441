package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.internal.queue.KeyOrder;
import dev.reprise.batch.internal.queue.ReadyQueue;
import dev.reprise.batch.journal.ItemStatus;
import dev.reprise.batch.journal.JournaledItem;
import dev.reprise.batch.operation.RefusedItemException;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.FailureText;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Reads items, computes their weights, and orders them by key. */
final class InputReader<I> {

  private final InputSource<I> source;
  private final JournalKeeper<I> keeper;
  private final ItemLedger<I> ledger;
  private final KeyOrder<I> keys;
  private final ReadyQueue<I> ready;
  private final Progress beginning;
  private final long maxWeight;
  private final @Nullable ToLongFunction<? super I> weigher;
  private final @Nullable ToLongFunction<? super I> cost;
  private final @Nullable Function<? super I, ?> group;

  InputReader(
      BatchSettings<I> settings,
      InputSource<I> source,
      JournalKeeper<I> keeper,
      ItemLedger<I> ledger,
      KeyOrder<I> keys,
      ReadyQueue<I> ready,
      Progress beginning) {
    this.source = source;
    this.keeper = keeper;
    this.ledger = ledger;
    this.keys = keys;
    this.ready = ready;
    this.beginning = beginning;
    maxWeight = settings.maxWeight();
    weigher = settings.weigher();
    cost = settings.cost();
    group = settings.group();
  }

  /** Reads an item, if there is one. Returns true if one more entry is held. */
  boolean read() {
    long position = source.read();
    I item = next();
    if (item == null) {
      return false;
    }
    JournalKeeper.Seen seen = keeper.look(item, position);
    if (isSettled(item, position, seen)) {
      return false;
    }
    if (keeper.hasFailed()) {
      ledger.notAttempted(item, position);
      return false;
    }
    return letIn(item, position, seen.mark());
  }

  /** Reads an item, if there is one, without sending it. */
  void drain() {
    long position = source.read();
    I item = next();
    if (item != null && !isSettled(item, position, keeper.look(item, position))) {
      ledger.notAttempted(item, position);
    }
  }

  private @Nullable I next() {
    I item = source.next();
    if (item == null && source.isExhausted() && !source.isPushed()) {
      keeper.inputEnded(source.read());
    }
    return item;
  }

  private boolean isSettled(I item, long position, JournalKeeper.Seen seen) {
    if (seen.known() == ItemStatus.DONE) {
      ledger.doneBefore(item, position);
    } else if (seen.known() == ItemStatus.SUPERSEDED) {
      ledger.supersededBefore(item, position);
    }
    return seen.known() != ItemStatus.UNKNOWN;
  }

  private boolean letIn(I item, long position, @Nullable JournaledItem mark) {
    try {
      long weight = weigh(item);
      if (weight > maxWeight) {
        String tooHeavy = "the weight " + weight + " is above maxWeight " + maxWeight;
        return refuse(item, position, mark, StopReason.NOT_RETRYABLE, null, tooHeavy);
      }
      Entry<I> entry =
          new Entry<>(item, position, weight, cost(item), group(item), beginning, mark);
      return isOneMore(entry, keys.admit(entry));
    } catch (RefusedItemException refused) {
      String words = FailureText.oneLine(refused.getMessage());
      return refuse(item, position, mark, StopReason.NOT_RETRYABLE, refused, words);
    } catch (Throwable bug) {
      String words = FailureText.describe(bug);
      return refuse(item, position, mark, StopReason.POLICY_FAILED, bug, words);
    }
  }

  private boolean isOneMore(Entry<I> entry, KeyOrder.Place<I> place) {
    if (place instanceof KeyOrder.Place.Replaced<I> replaced) {
      if (replaced.holder().isQueued()) {
        ready.replaced(replaced.holder(), replaced.moreWeight());
      }
      return false;
    }
    if (place instanceof KeyOrder.Place.Free) {
      ready.add(entry);
    }
    return true;
  }

  private boolean refuse(
      I item,
      long position,
      @Nullable JournaledItem mark,
      StopReason reason,
      @Nullable Throwable error,
      String message) {
    Entry<I> entry = new Entry<>(item, position, 0, 0, null, beginning, mark);
    entry.failedWith(error, message);
    ledger.dead(entry, reason);
    return false;
  }

  private long weigh(I item) {
    return weigher == null ? 0 : notNegative("weight", weigher.applyAsLong(item));
  }

  private long cost(I item) {
    return cost == null ? 1 : notNegative("cost", cost.applyAsLong(item));
  }

  /**
   * Returns the group of an item. A group whose hash code throws fails here, and not later when
   * other items of its key wait.
   */
  private @Nullable Object group(I item) {
    return group == null ? null : ItemGroup.of(group.apply(item));
  }

  private static long notNegative(String what, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("the " + what + " must be at least 0, but was " + value);
    }
    return value;
  }
}
