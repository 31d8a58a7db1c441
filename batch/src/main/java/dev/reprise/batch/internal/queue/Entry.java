package dev.reprise.batch.internal.queue;

import dev.reprise.batch.journal.JournaledItem;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An item that was read and is not accounted for yet. Used by the coordinator alone. */
public final class Entry<I> {

  private static final String NOT_SENT = "not sent";

  private I item;
  private long position;
  private long weight;
  private long cost;
  private final @Nullable Object group;
  private Progress progress;

  /** Twice the number of sends, plus 1 in the ready queue: another field would cost 8 bytes. */
  private int sendsAndPlace;

  /** In the ready queue the tick since which it waits, elsewhere the nanoseconds it has waited. */
  private long waiting;

  private @Nullable Setbacks setbacks;
  private @Nullable KeyQueue<I> line;
  private @Nullable JournaledItem mark;
  private @Nullable Deque<Entry<I>> replaced;
  private @Nullable List<JournaledItem> superseded;

  /**
   * The traces of failed attempts. Most items are accepted by their first call, so this is not part
   * of every entry.
   */
  private static final class Setbacks {

    private int left;
    private int stalled;
    private PassedOver passedOver = PassedOver.NEVER;
    private @Nullable Throwable error;
    private String message = NOT_SENT;
    private FailureKind kind = FailureKind.OTHER;
    private boolean mayBeDone;
  }

  /**
   * Creates an entry.
   *
   * @param mark the record of the item in the journal; null without a journal
   */
  public Entry(
      I item,
      long position,
      long weight,
      long cost,
      @Nullable Object group,
      Progress progress,
      @Nullable JournaledItem mark) {
    this.item = item;
    this.position = position;
    this.weight = weight;
    this.cost = cost;
    this.group = group;
    this.progress = progress;
    this.mark = mark;
  }

  /** Creates an entry with the item of another one. */
  private Entry(Entry<I> other) {
    item = other.item;
    group = other.group;
    progress = other.progress;
    holdItemOf(other);
  }

  /** Takes over the item of another entry of the same group, and what happened to it so far. */
  private void holdItemOf(Entry<I> other) {
    item = other.item;
    position = other.position;
    weight = other.weight;
    cost = other.cost;
    progress = other.progress;
    sendsAndPlace = (other.sendsAndPlace & ~1) | (sendsAndPlace & 1);
    setbacks = other.setbacks;
    mark = other.mark;
  }

  private Setbacks setbacks() {
    if (setbacks == null) {
      setbacks = new Setbacks();
    }
    return setbacks;
  }

  /** Replaces the item by the item of a later entry of the same group, and keeps it. */
  void replaceWith(Entry<I> later) {
    Deque<Entry<I>> kept = replaced == null ? new ArrayDeque<>(2) : replaced;
    kept.addLast(new Entry<>(this));
    if (later.replaced != null) {
      kept.addAll(later.replaced);
    }
    replaced = kept;
    if (later.superseded != null) {
      marks().addAll(later.superseded);
    }
    holdItemOf(later);
  }

  /**
   * Takes back the item that was replaced last. Returns an entry with the current item, or null if
   * no item is kept.
   */
  @Nullable Entry<I> takeBack() {
    Entry<I> last = replaced == null ? null : replaced.pollLast();
    if (last == null) {
      return null;
    }
    Entry<I> current = new Entry<>(this);
    holdItemOf(last);
    return current;
  }

  /** Removes the oldest replaced item for good, and returns it; null if no item is kept. */
  @Nullable Entry<I> supersedeOldest() {
    Entry<I> oldest = replaced == null ? null : replaced.pollFirst();
    if (oldest == null) {
      return null;
    }
    if (oldest.mark != null) {
      marks().add(oldest.mark);
    }
    return oldest;
  }

  private List<JournaledItem> marks() {
    if (superseded == null) {
      superseded = new ArrayList<>(1);
    }
    return superseded;
  }

  /** Returns the record of the item in the journal; null without a journal. */
  public @Nullable JournaledItem mark() {
    return mark;
  }

  /** Returns the records of the items that this one has superseded, for the journal. */
  public List<JournaledItem> superseded() {
    return superseded == null ? List.of() : superseded;
  }

  /** Records the start of an attempt, with the progress of its chunk. */
  void started(Progress begun) {
    progress = begun;
    sendsAndPlace += 2;
  }

  /** Reverts the start of an attempt that did not happen. */
  public void neverStarted() {
    sendsAndPlace -= 2;
  }

  /**
   * Records the end of an attempt that left this item unprocessed. An attempt that advanced the
   * chunk counts as the first, unless other items pass this one over so often that the reason is
   * probably the item: then every attempt counts.
   *
   * @param rivals the items of the call; null if it advanced none
   */
  void finished(long durationNanos, PassedOver.@Nullable Rivals rivals) {
    Setbacks all = setbacks();
    all.left++;
    all.stalled++;
    if (rivals != null) {
      all.passedOver = all.passedOver.again(rivals.share(isPassedOver()));
      all.stalled = 1;
    }
    if (isPassedOver()) {
      progress = counting(all.left, progress);
    } else if (rivals != null) {
      progress = counting(1, progress.afterAdvance());
    }
    progress = progress.attemptFinished(durationNanos);
  }

  /** Returns the progress with another number of attempts, the last of them in flight. */
  private static Progress counting(int attempts, Progress of) {
    return new Progress(
        attempts,
        attempts - 1,
        of.startNanos(),
        of.lastStartNanos(),
        of.countedSinceNanos(),
        of.previousDelayNanos(),
        of.lastAttemptNanos(),
        of.notBeforeNanos(),
        of.reportMark(),
        of.failures());
  }

  /**
   * Returns whether calls have accepted others and left this item so often that the reason is
   * probably the item.
   */
  public boolean isPassedOver() {
    return setbacks != null && setbacks.passedOver.isUnlikely();
  }

  /**
   * Returns whether a lack of capacity for all items can still be the reason that this one was
   * passed over.
   */
  public boolean mayBeThrottled() {
    return setbacks == null || !setbacks.passedOver.isImpossible();
  }

  /** Returns the progress that counts only attempts since the last one that advanced a chunk. */
  public Progress sinceAdvance() {
    return setbacks != null && isPassedOver()
        ? counting(setbacks.stalled, progress.afterAdvance())
            .attemptFinished(progress.lastAttemptNanos())
        : progress;
  }

  /** Restarts the count of attempts, after the service has inspected the chunk and refused it. */
  public void startsOver() {
    progress = progress.afterAdvance();
    if (setbacks != null) {
      setbacks.stalled = 0;
    }
  }

  public void goesOnWith(Progress next) {
    progress = next;
  }

  /** Records the reason why the last call did not complete this item. */
  public void failedWith(@Nullable Throwable failure, String words) {
    Setbacks all = setbacks();
    all.error = failure;
    all.message = words;
    all.kind = FailureKind.OTHER;
  }

  /** Records the policy's verdict on the last call. */
  public void judged(Verdict verdict) {
    Setbacks all = setbacks();
    all.kind = verdict.kind();
    all.mayBeDone |= verdict.effect() != Effect.NONE;
  }

  /** Returns whether an attempt that ended with unknown effect may have completed this item. */
  public boolean mayBeDone() {
    return setbacks != null && setbacks.mayBeDone;
  }

  public I item() {
    return item;
  }

  public long position() {
    return position;
  }

  long weight() {
    return weight;
  }

  /** Returns the cost in units of the rate. */
  long cost() {
    return cost;
  }

  /** Returns the group; a call has entries of one group only. */
  @Nullable Object group() {
    return group;
  }

  boolean isOfGroup(Entry<I> other) {
    return Objects.equals(group, other.group);
  }

  public Progress progress() {
    return progress;
  }

  public int sends() {
    return sendsAndPlace >> 1;
  }

  public @Nullable Throwable error() {
    return setbacks == null ? null : setbacks.error;
  }

  public String message() {
    return setbacks == null ? NOT_SENT : setbacks.message;
  }

  /** Returns the kind of the last failure. */
  public FailureKind kind() {
    return setbacks == null ? FailureKind.OTHER : setbacks.kind;
  }

  public @Nullable KeyQueue<I> line() {
    return line;
  }

  /** Returns whether the entry is in the ready queue. */
  public boolean isQueued() {
    return (sendsAndPlace & 1) != 0;
  }

  /** Records that it is in the ready queue; what it waited there before counts. */
  void queuedAt(long tick) {
    sendsAndPlace |= 1;
    waiting = tick - waiting;
  }

  /** Records that it left the ready queue. */
  void leftAt(long tick) {
    sendsAndPlace &= ~1;
    waiting = tick - waiting;
  }

  /** Returns the tick since which it waits in the ready queue. */
  long waitsSince() {
    return waiting;
  }

  void standsIn(KeyQueue<I> keyLine) {
    line = keyLine;
  }
}
