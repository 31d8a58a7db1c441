package dev.reprise.batch.journal;

import dev.reprise.text.CountText;
import dev.reprise.time.TickSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A journal in use by one run. It first returns the status of each item, then records the items
 * that are done. Locked until it is closed. Not safe for use by several threads at a time.
 */
public final class OpenJournal implements Closeable {

  private final BatchJournal journal;
  private final JournalStorage disk;
  private final TickSource ticks;
  private final RecordWriter records;
  private final PositionRanges known;
  private final long tornBytes;
  private final long lastInputLength;
  private @Nullable PositionRange next;
  private long passed;
  private long sum;
  private long end;
  private long forcedAt;
  private boolean forced = true;
  private boolean written;
  private @Nullable JournalException failure;

  OpenJournal(BatchJournal journal, JournalStorage disk, TickSource ticks) throws IOException {
    this.journal = journal;
    this.disk = disk;
    this.ticks = ticks;
    forcedAt = ticks.nanos();
    RecordReader scan = RecordReader.of(disk, journal.file(), journal.mostPositions());
    known = scan.spans;
    if (journal.mostPositions() == 1 && !known.areSingle()) {
      throw new JournalException(
          journal.file()
              + " was written by a run that read its input; a sender cannot compare single items"
              + " with it, so continue it with such a run",
          null);
    }
    next = known.takeFirst();
    lastInputLength = scan.endsWithEnd ? scan.inputLength : -1;
    if (scan.description == null) {
      tornBytes = 0;
      records = new RecordWriter(0, 0);
      begin();
    } else {
      refuseOther(scan.description);
      records = scan.records();
      end = scan.goodBytes;
      tornBytes = disk.size() - end;
      if (tornBytes > 0) {
        disk.truncate(end);
      }
    }
  }

  /** Writes the header, if the file is empty or contains only a part of this header. */
  private void begin() throws IOException {
    byte[] header = records.header(journal.description());
    if (!isPartOf(header)) {
      throw new JournalException(
          journal.file() + " is not a journal, or its first bytes are damaged", null);
    }
    disk.truncate(0);
    disk.write(header, 0);
    end = header.length;
    if (journal.sync().forces()) {
      disk.force();
    }
  }

  /**
   * Returns whether the file is a partial header. A killed run or a loss of power leaves an empty
   * file or a part of the header, which zeros may follow.
   */
  private boolean isPartOf(byte[] header) throws IOException {
    if (disk.size() > header.length) {
      return false;
    }
    byte[] there = new byte[header.length];
    int length = 0;
    for (int more = 0; more >= 0 && length < there.length; length += Math.max(0, more)) {
      more = disk.read(there, length, there.length - length, length);
    }
    int same = Math.max(0, Arrays.mismatch(there, header));
    for (int i = same; i < length; i++) {
      if (there[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private void refuseOther(String described) throws JournalException {
    if (!described.equals(journal.description())) {
      throw new JournalException(
          journal.file()
              + " is the journal of \""
              + described
              + "\", not of \""
              + journal.description()
              + "\"",
          null);
    }
  }

  /**
   * Returns the length of the unreadable end of the file, which was cut off.
   *
   * @return bytes, 0 if the journal was intact
   */
  public long tornBytes() {
    return tornBytes;
  }

  /**
   * Looks up the next item of the input.
   *
   * @param mark the item; positions must follow each other from 0 without a gap
   * @return the status of the item
   * @throws InputChangedException if a range that ends here was recorded for different items
   * @throws IllegalArgumentException if the position is not the next one
   */
  public ItemStatus pass(JournaledItem mark) {
    if (mark.position() != passed) {
      throw new IllegalArgumentException(
          "the next position is " + passed + ", but was " + mark.position());
    }
    passed++;
    PositionRange span = next;
    if (span == null || mark.position() < span.start()) {
      return ItemStatus.UNKNOWN;
    }
    sum += mark.term();
    if (passed == span.end()) {
      compare(span);
    }
    return span.known();
  }

  private void compare(PositionRange span) {
    if (sum != span.sum()) {
      throw new InputChangedException(
          "the input has changed since "
              + journal.file()
              + " was written: the items at positions "
              + span.start()
              + " to "
              + (span.end() - 1)
              + " differ, or are in a different order",
          span.start(),
          span.end() - 1,
          null);
    }
    sum = 0;
    next = known.takeFirst();
  }

  /**
   * Reports the end of the input.
   *
   * @param length the number of its items, at least 0
   * @throws InputChangedException if the journal has recorded more items
   */
  public void inputEnded(long length) {
    PositionRange last = known.last() == null ? next : known.last();
    if (last != null) {
      throw new InputChangedException(
          "the input has changed since "
              + journal.file()
              + " was written: it ends after "
              + CountText.of(length, "item")
              + ", but the item at position "
              + (last.end() - 1)
              + " was sent before",
          length,
          last.end() - 1,
          null);
    }
  }

  /**
   * Records the items that one call completed, and forces the records to the disk if the policy
   * requires it.
   *
   * @param done items that the service has accepted, in any order
   * @param superseded items that must not be sent any more, because a later item of their key is
   *     done
   * @throws JournalException if the records cannot be written, now or at an earlier call; the file
   *     then keeps its earlier contents
   */
  public void append(Collection<JournaledItem> done, Collection<JournaledItem> superseded)
      throws JournalException {
    write(records.settled(spans(done, ItemStatus.DONE), spans(superseded, ItemStatus.SUPERSEDED)));
  }

  private List<PositionRange> spans(Collection<JournaledItem> marks, ItemStatus status) {
    List<JournaledItem> sorted = new ArrayList<>(marks);
    sorted.sort(null);
    List<PositionRange> spans = new ArrayList<>();
    PositionRange last = null;
    for (JournaledItem mark : sorted) {
      PositionRange span =
          new PositionRange(mark.position(), mark.position() + 1, mark.term(), status);
      if (last != null && last.joins(span, journal.mostPositions())) {
        last = last.with(span);
        spans.set(spans.size() - 1, last);
      } else {
        last = span;
        spans.add(span);
      }
    }
    return spans;
  }

  /**
   * Records that the input was read to its end.
   *
   * @param inputLength the number of its items, at least 0
   * @throws JournalException if the record cannot be written, now or at an earlier call
   */
  public void inputRead(long inputLength) throws JournalException {
    if (written || inputLength != lastInputLength) {
      write(records.end(inputLength));
    }
  }

  private void write(byte[] bytes) throws JournalException {
    if (failure != null) {
      throw failure;
    }
    try {
      disk.write(bytes, end);
      end += bytes.length;
      written = true;
      forced = false;
      if (journal.sync().forcesAfter(ticks.nanos() - forcedAt)) {
        force();
      }
    } catch (IOException notWritten) {
      throw failed("cannot be written", notWritten);
    }
  }

  private void force() throws IOException {
    disk.force();
    forced = true;
    forcedAt = ticks.nanos();
  }

  private JournalException failed(String what, IOException cause) {
    JournalException failed =
        new JournalException(journal.file() + " " + what + ": " + cause.getMessage(), cause);
    failure = failed;
    try {
      disk.truncate(end);
    } catch (IOException leftTorn) {
      failed.addSuppressed(leftTorn);
    }
    return failed;
  }

  /**
   * Forces unwritten records to the disk, unless the policy never forces, and releases the lock.
   *
   * @throws JournalException if that fails and no earlier call has thrown a {@code
   *     JournalException}
   */
  @Override
  public void close() throws JournalException {
    boolean failedBefore = failure != null;
    try {
      if (!failedBefore && !forced && journal.sync().forces()) {
        force();
      }
    } catch (IOException notForced) {
      failure = failed("cannot be forced to the disk", notForced);
    }
    try {
      disk.close();
    } catch (IOException notClosed) {
      failure = failure == null ? failed("cannot be closed", notClosed) : failure;
    }
    if (!failedBefore && failure != null) {
      throw failure;
    }
  }
}
