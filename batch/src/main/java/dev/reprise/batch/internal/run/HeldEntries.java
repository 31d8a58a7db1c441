package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.internal.queue.KeyOrder;
import dev.reprise.batch.internal.queue.SendQueue;
import dev.reprise.decision.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a run that are not accounted for, and the ways in which each of them leaves it.
 */
final class HeldEntries<I> {

  /** Entries whose waits occupy no call do not delay reading, up to this multiple of a run. */
  private static final long MOST_UNCOUNTED = 2;

  private final KeyOrder<I> keys;
  private final ItemLedger<I> ledger;
  private final SendQueue<I> outbox;
  private final long most;
  private @Nullable StopReason stopped;
  private long held;

  /**
   * Creates an object without entries.
   *
   * @param most the maximum number of entries that are not in flight
   */
  HeldEntries(KeyOrder<I> keys, ItemLedger<I> ledger, SendQueue<I> outbox, long most) {
    this.keys = keys;
    this.ledger = ledger;
    this.outbox = outbox;
    this.most = most;
  }

  /** Counts an entry that was read. */
  void oneMore() {
    held++;
  }

  /**
   * Returns the number of entries for which there is room.
   *
   * @param inFlight the entries in flight, which do not count
   * @param uncounted the entries whose waits occupy no call
   */
  long room(long inFlight, long uncounted) {
    return most - (held - inFlight - Math.min(uncounted, MOST_UNCOUNTED * most));
  }

  /** Records that the run was stopped: no entry is sent any more. */
  void stopped(StopReason reason) {
    stopped = reason;
  }

  /** Accounts for the entries that a call accepted or refused. */
  void settle(ChunkOutcome<I> answered) {
    if (!answered.done().isEmpty()) {
      answered.done().forEach(keys::settle);
      ledger.done(answered.done());
      answered.done().forEach(this::leave);
    }
    answered.refused().forEach(this::refuse);
  }

  /** Gives up a refused item; an item of its key that it has replaced takes its place. */
  private void refuse(Entry<I> entry) {
    Entry<I> refused = keys.restore(entry);
    if (refused == null) {
      fail(entry, StopReason.NOT_RETRYABLE);
      return;
    }
    ledger.dead(refused, StopReason.NOT_RETRYABLE);
    if (stopped != null) {
      leaveUnfinished(entry);
    } else {
      comesBack(entry);
      outbox.add(entry);
    }
  }

  /**
   * Gives up an unprocessed entry. One whose call was ended by stopping the run gets the reason of
   * the run, not that of the call.
   *
   * @param cutOff whether the call was interrupted by stopping the run, and then threw: an
   *     exception that the policy does not retry is that of the interrupt, whatever its class
   */
  void giveUp(Entry<I> entry, StopReason reason, boolean cutOff) {
    boolean byStop =
        reason == StopReason.INTERRUPTED
            || reason == StopReason.CANCELLED
            || (cutOff && reason == StopReason.NOT_RETRYABLE);
    fail(entry, byStop && stopped != null ? stopped : reason);
  }

  void fail(Entry<I> entry, StopReason reason) {
    keys.settle(entry);
    ledger.dead(entry, reason);
    leave(entry);
  }

  /** Accounts for an entry that is not sent any more because the run was stopped. */
  void leaveUnfinished(Entry<I> entry) {
    account(entry);
    leave(entry);
  }

  /** Records that an entry is not in flight any more; a later item of its key may replace it. */
  void comesBack(Entry<I> entry) {
    keys.inFlight(entry, false);
    held -= keys.supersede(entry) ? 1 : 0;
  }

  private void account(Entry<I> entry) {
    keys.settle(entry);
    if (entry.sends() == 0) {
      ledger.notAttempted(entry.item(), entry.position());
    } else {
      ledger.dead(entry, stopped == null ? StopReason.CANCELLED : stopped);
    }
  }

  /** Removes an accounted entry, and releases the next one of its key. */
  private void leave(Entry<I> entry) {
    held--;
    Entry<I> next = keys.release(entry);
    while (next != null && stopped != null) {
      account(next);
      held--;
      next = keys.release(next);
    }
    if (next != null) {
      outbox.add(next);
    }
  }
}
