package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.internal.queue.KeyQueue;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.InputChangedException;
import dev.reprise.batch.journal.ItemStatus;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.journal.JournaledItem;
import dev.reprise.batch.journal.OpenJournal;
import dev.reprise.report.FailureText;
import dev.reprise.text.CountText;
import dev.reprise.time.TickSource;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a run's journal. The journal keeps one rule: if it records an item as done, it
 * records every earlier item of its key as done or superseded, unless items are messages. Otherwise
 * another run would send the earlier item and overwrite the later one. Does nothing without a
 * journal.
 */
final class JournalKeeper<I> {

  /** Superseded items that are not recorded yet; above this limit no more items are read. */
  private static final int MAX_UNRECORDED_SUPERSEDED = 1 << 16;

  private final @Nullable BatchJournal settings;
  private final @Nullable ToLongFunction<? super I> fingerprint;
  private final @Nullable Function<? super I, ?> keyOf;
  private final boolean keepsDead;
  private final TickSource ticks;
  private final Map<Object, List<JournaledItem>> deadByKey = new HashMap<>();
  private @Nullable OpenJournal journal;
  private @Nullable Throwable failure;
  private boolean blind = true;
  private boolean ended;
  private long unrecordedSuperseded;
  private long notTakenDown;

  JournalKeeper(BatchSettings<I> settings) {
    this.settings = settings.journal();
    fingerprint = settings.fingerprint();
    keyOf = settings.key();
    keepsDead = settings.keepsDead();
    ticks = settings.retry().environment().ticks();
  }

  /**
   * The status of an item in the journal.
   *
   * @param mark the record of the item; null without a journal
   */
  record Seen(ItemStatus known, @Nullable JournaledItem mark) {

    private static final Seen NOTHING = new Seen(ItemStatus.UNKNOWN, null);
  }

  void begin() {
    if (settings == null) {
      return;
    }
    try {
      OpenJournal opened = settings.open(ticks);
      journal = opened;
      blind = false;
      if (opened.tornBytes() > 0) {
        System.getLogger("dev.reprise.batch")
            .log(
                Level.WARNING,
                settings.file()
                    + " could not be read to its end: its last "
                    + opened.tornBytes()
                    + " bytes were cut off; the items in them are sent again");
      }
    } catch (JournalException notOpened) {
      failure = notOpened;
    }
  }

  /**
   * Looks up the next item. Called for every item in the order of the input. A changed input is a
   * failure.
   */
  Seen look(I item, long position) {
    OpenJournal open = journal;
    if (blind || open == null) {
      return Seen.NOTHING;
    }
    try {
      JournaledItem mark = new JournaledItem(position, fingerprintOf(item, position));
      return new Seen(open.pass(mark), mark);
    } catch (InputChangedException | JournalException noMore) {
      blind(noMore);
      return Seen.NOTHING;
    }
  }

  private long fingerprintOf(I item, long position) throws JournalException {
    try {
      return Objects.requireNonNull(fingerprint).applyAsLong(item);
    } catch (Throwable bug) {
      throw failed("fingerprint", position, bug);
    }
  }

  private static JournalException failed(String what, long position, Throwable bug) {
    return new JournalException(
        "the "
            + what
            + " of the item at position "
            + position
            + " failed: "
            + FailureText.describe(bug),
        bug);
  }

  void inputEnded(long length) {
    OpenJournal open = journal;
    if (blind || open == null) {
      return;
    }
    try {
      open.inputEnded(length);
    } catch (InputChangedException shorter) {
      blind(shorter);
    }
  }

  private void blind(Throwable cause) {
    blind = true;
    failed(cause);
  }

  private void failed(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /** Records items as done, and the items that they replaced as superseded. */
  void done(List<Entry<I>> entries) {
    OpenJournal open = journal;
    if (open == null) {
      return;
    }
    List<JournaledItem> done = new ArrayList<>(entries.size());
    List<JournaledItem> replaced = new ArrayList<>(0);
    for (Entry<I> entry : entries) {
      JournaledItem mark = entry.mark();
      if (mark != null) {
        done.add(mark);
        unrecordedSuperseded -= entry.superseded().size();
        replaced.addAll(entry.superseded());
      }
    }
    try {
      for (Entry<I> entry : entries) {
        takeEarlierDead(entry, replaced);
      }
      open.append(done, replaced);
    } catch (JournalException notWritten) {
      failed(notWritten);
      notTakenDown += done.size();
    }
  }

  private void takeEarlierDead(Entry<I> entry, List<JournaledItem> replaced)
      throws JournalException {
    KeyQueue<I> line = entry.line();
    JournaledItem mark = entry.mark();
    List<JournaledItem> dead = line == null ? null : deadOf(line.key, entry.position());
    if (line == null || mark == null || dead == null) {
      return;
    }
    for (JournaledItem earlier : dead) {
      if (earlier.position() < mark.position()) {
        replaced.add(earlier);
      }
    }
    dead.removeIf(earlier -> earlier.position() < mark.position());
    if (dead.isEmpty()) {
      deadByKey.remove(line.key);
    }
  }

  /** Returns the dead items of a key; null if there are none. */
  private @Nullable List<JournaledItem> deadOf(Object key, long position) throws JournalException {
    try {
      return deadByKey.get(key);
    } catch (Throwable bug) {
      throw failed("key", position, bug);
    }
  }

  /** Records a dead item; it counts as superseded when a later item of its key is done. */
  void dead(Entry<I> entry) {
    JournaledItem mark = entry.mark();
    if (mark == null) {
      return;
    }
    unrecordedSuperseded -= entry.superseded().size();
    List<JournaledItem> dead = keepsDead ? null : deadLike(entry);
    if (dead != null) {
      dead.addAll(entry.superseded());
      dead.add(mark);
    }
  }

  /** Returns the dead items of an entry's key; null without a key, or if the key throws. */
  private @Nullable List<JournaledItem> deadLike(Entry<I> entry) {
    KeyQueue<I> line = entry.line();
    try {
      Object key = line != null ? line.key : keyOf == null ? null : keyOf.apply(entry.item());
      return key == null ? null : deadByKey.computeIfAbsent(key, none -> new ArrayList<>(1));
    } catch (Throwable keyless) {
      return null;
    }
  }

  /** Counts an item that an item in flight has replaced. */
  void superseded() {
    unrecordedSuperseded += journal == null ? 0 : 1;
  }

  /** Returns whether reading must wait until superseded items are recorded. */
  boolean isFull() {
    return unrecordedSuperseded >= MAX_UNRECORDED_SUPERSEDED;
  }

  /** Returns whether the run must end because of its journal. */
  boolean hasFailed() {
    return failure != null;
  }

  /** Records the end of the run and closes the journal. */
  void end(InputSource<I> source) {
    OpenJournal open = journal;
    ended = true;
    if (open == null) {
      return;
    }
    try (open) {
      if (failure == null && source.isExhausted() && !source.isPushed()) {
        open.inputRead(source.read());
      }
    } catch (JournalException notWritten) {
      failed(notWritten);
    }
  }

  /** Closes the journal if the run has not ended regularly. */
  void close() {
    OpenJournal open = journal;
    journal = null;
    if (open != null && !ended) {
      try {
        open.close();
      } catch (JournalException notClosed) {
        failed(notClosed);
      }
    }
  }

  /** Returns the failure after which the journal was not used any more, or null. */
  @Nullable Throwable failure() {
    Throwable first = failure;
    if (first == null || notTakenDown == 0) {
      return first;
    }
    return new JournalException(
        first.getMessage()
            + "; "
            + CountText.of(notTakenDown, "item")
            + (notTakenDown == 1 ? " is" : " are")
            + " done but not recorded: another run sends "
            + (notTakenDown == 1 ? "it" : "them")
            + " again",
        first);
  }
}
