package dev.reprise.batch;

import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.FailureText;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Reads items, weighs them and lines them up by key. */
final class Intake<I> {

  private final Source<I> source;
  private final Ledger<I> ledger;
  private final KeyOrder<I> keys;
  private final ReadyQueue<I> ready;
  private final Progress beginning;
  private final long maxWeight;
  private final @Nullable ToLongFunction<? super I> weigher;
  private final @Nullable ToLongFunction<? super I> cost;

  Intake(
      BatchSettings<I> settings,
      Source<I> source,
      Ledger<I> ledger,
      KeyOrder<I> keys,
      ReadyQueue<I> ready,
      Progress beginning) {
    this.source = source;
    this.ledger = ledger;
    this.keys = keys;
    this.ready = ready;
    this.beginning = beginning;
    maxWeight = settings.maxWeight();
    weigher = settings.weigher();
    cost = settings.cost();
  }

  /** Reads an item, if there is one. True if one more is held. */
  boolean read() {
    long position = source.read();
    I item = source.next();
    return item != null && letIn(item, position);
  }

  private boolean letIn(I item, long position) {
    Entry<I> entry = new Entry<>(item, position, 0, 0, beginning);
    try {
      long weight = weigh(item);
      if (weight > maxWeight) {
        String tooHeavy = "the weight " + weight + " is above maxWeight " + maxWeight;
        return refuse(entry, StopReason.NOT_RETRYABLE, null, tooHeavy);
      }
      entry = new Entry<>(item, position, weight, cost(item), beginning);
      return isOneMore(entry, keys.admit(entry));
    } catch (Throwable bug) {
      return refuse(entry, StopReason.POLICY_FAILED, bug, FailureText.describe(bug));
    }
  }

  private boolean isOneMore(Entry<I> entry, KeyOrder.Place<I> place) {
    if (place instanceof KeyOrder.Place.Replaced<I> replaced) {
      if (replaced.holder().isQueued()) {
        ready.weightChanged(replaced.moreWeight());
      }
      ledger.superseded(replaced.earlier());
      return false;
    }
    if (place instanceof KeyOrder.Place.Free) {
      ready.add(entry);
    }
    return true;
  }

  private boolean refuse(
      Entry<I> entry, StopReason reason, @Nullable Throwable error, String message) {
    entry.failedWith(error, message);
    ledger.failed(entry, reason);
    return false;
  }

  private long weigh(I item) {
    return weigher == null ? 0 : notNegative("weight", weigher.applyAsLong(item));
  }

  private long cost(I item) {
    return cost == null ? 1 : notNegative("cost", cost.applyAsLong(item));
  }

  private static long notNegative(String what, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("the " + what + " must be at least 0, but was " + value);
    }
    return value;
  }
}
