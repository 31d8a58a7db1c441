package dev.reprise.batch.journal;

import dev.reprise.text.PrintableText;
import dev.reprise.time.TickSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A file that records which items of a batch are done. If a run ends early, another run over the
 * same input sends only the items that are not recorded as done. Immutable; the file itself is used
 * by one run at a time.
 *
 * <pre>{@code
 * BatchJournal journal =
 *     BatchJournal.in(folder.resolve("orders.journal"))
 *         .describing("orders.ndjson into the service of orders");
 *
 * Batch<Order> batch =
 *     Batch.of(policy, (List<Order> chunk) -> BatchReply.unprocessed(service.put(chunk)))
 *         .keyedBy(Order::id)
 *         .journaledIn(
 *             journal, order -> new Fingerprint().add(order.id()).add(order.amount()).value());
 * }</pre>
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>forced to the disk</td><td>every second</td></tr>
 *   <tr><td>description</td><td>none</td></tr>
 * </table>
 *
 * <p>The file grows by about 17 bytes for each call whose items are adjacent in the input.
 */
public final class BatchJournal {

  private static final int MOST_DESCRIPTION = 10_000;

  private final Path file;
  private final SyncPolicy sync;
  private final String description;
  private final DiskOpener disks;
  private final long mostPositions;

  private BatchJournal(
      Path file, SyncPolicy sync, String description, DiskOpener disks, long mostPositions) {
    this.file = file;
    this.sync = sync;
    this.description = description;
    this.disks = disks;
    this.mostPositions = mostPositions;
  }

  /** Opens a file for writing. */
  @FunctionalInterface
  interface DiskOpener {

    JournalStorage open(Path file) throws IOException;
  }

  /**
   * Returns a journal in a file.
   *
   * @param file created by the first run, readable only by its owner; its directory must exist, on
   *     a local disk
   * @return a journal with the defaults
   * @throws IllegalArgumentException if the path is not one of the default file system
   */
  public static BatchJournal in(Path file) {
    return new BatchJournal(
        checked(file),
        SyncPolicy.every(Duration.ofSeconds(1)),
        "",
        FileStorage::locked,
        PositionRanges.MOST_POSITIONS);
  }

  /** Other file systems, such as archives, have no locks. */
  private static Path checked(Path file) {
    if (file.getFileSystem() != FileSystems.getDefault()) {
      throw new IllegalArgumentException(
          "the journal must be a file of the default file system, but was " + file);
    }
    return file;
  }

  /**
   * Sets the policy for forcing the file to the disk. Default every second.
   *
   * @param policy the policy
   * @return a copy with this policy in place of an earlier one
   */
  public BatchJournal syncedBy(SyncPolicy policy) {
    Objects.requireNonNull(policy, "policy");
    return new BatchJournal(file, policy, description, disks, mostPositions);
  }

  /**
   * Describes the input and its target, such as "orders.ndjson into table orders". A run does not
   * use a file that has a different description. Default empty.
   *
   * @param inputAndTarget the description, at most 10,000 characters
   * @return a copy with this description in place of an earlier one
   * @throws IllegalArgumentException if the description is longer than 10,000 characters
   */
  public BatchJournal describing(String inputAndTarget) {
    if (inputAndTarget.length() > MOST_DESCRIPTION) {
      throw new IllegalArgumentException(
          "description must be at most "
              + MOST_DESCRIPTION
              + " characters, but was "
              + inputAndTarget.length());
    }
    byte[] utf8 = inputAndTarget.getBytes(StandardCharsets.UTF_8);
    String described = new String(utf8, StandardCharsets.UTF_8);
    return new BatchJournal(file, sync, described, disks, mostPositions);
  }

  BatchJournal openedBy(DiskOpener opener) {
    return new BatchJournal(file, sync, description, opener, mostPositions);
  }

  /**
   * Records each item separately, so that the next run can compare each item before it is reported
   * as done before; a {@code BatchSender} sets this itself. The file grows by about 10 bytes for
   * each item, and a run that opens it keeps each recorded item in memory until it has passed it. A
   * run that reads its input can open such a file too.
   *
   * @return a copy with separate records
   */
  public BatchJournal recordingSingleItems() {
    return new BatchJournal(file, sync, description, disks, 1);
  }

  /** Returns the largest number of positions that are compared together. */
  long mostPositions() {
    return mostPositions;
  }

  /**
   * Returns the file.
   *
   * @return the path as it was given
   */
  public Path file() {
    return file;
  }

  /**
   * Returns the policy that determines when the file is forced to the disk.
   *
   * @return the policy
   */
  public SyncPolicy sync() {
    return sync;
  }

  /**
   * Returns the description of the input and its target.
   *
   * @return the description, empty by default
   */
  public String description() {
    return description;
  }

  /**
   * Opens the file for a run; {@code Batch} calls this method itself. A file that is missing or
   * empty becomes a journal. An unreadable end of the file is cut off; the items recorded there are
   * sent again.
   *
   * @param ticks the clock for {@link SyncPolicy#every}
   * @return the journal, locked until it is closed
   * @throws JournalException if the file is in use by another run, is not a journal, has a
   *     different description, or cannot be read or written; the file is then unchanged
   */
  public OpenJournal open(TickSource ticks) throws JournalException {
    Objects.requireNonNull(ticks, "ticks");
    try {
      JournalStorage disk = disks.open(file);
      try {
        return new OpenJournal(this, disk, ticks);
      } catch (IOException | RuntimeException | Error failure) {
        disk.close();
        throw failure;
      }
    } catch (JournalException refused) {
      throw refused;
    } catch (IOException failure) {
      throw new JournalException(file + " cannot be opened: " + failure, failure);
    }
  }

  /**
   * Reads a journal without changing it. A journal in use may be read; the result is its state at
   * some time during the method.
   *
   * @param file the journal
   * @return its contents
   * @throws JournalException if the file is missing or is not a journal
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if the path is not one of the default file system
   */
  public static JournalView inspect(Path file) throws IOException {
    if (!Files.exists(checked(file))) {
      throw new JournalException(file + " does not exist", null);
    }
    try (JournalStorage disk = FileStorage.reading(file)) {
      long size = disk.size();
      RecordReader scan = RecordReader.of(disk, file);
      String description = scan.description;
      if (description == null) {
        throw new JournalException(file + " is not a journal", null);
      }
      List<long[]> ranges = scan.spans.unbroken();
      return new JournalView(
          description,
          scan.spans.count(ItemStatus.DONE),
          scan.spans.count(ItemStatus.SUPERSEDED),
          ranges.size(),
          ranges.isEmpty() || ranges.get(0)[0] > 0 ? 0 : ranges.get(0)[1],
          scan.inputLength < 0 ? OptionalLong.empty() : OptionalLong.of(scan.inputLength),
          scan.records,
          scan.goodBytes,
          Math.max(0, size - scan.goodBytes));
    }
  }

  /**
   * Returns the file, the policy and the description.
   *
   * @return one line
   */
  @Override
  public String toString() {
    String words = description.isEmpty() ? "" : ", \"" + PrintableText.oneLine(description) + "\"";
    return PrintableText.oneLine(file.toString()) + ", forced " + sync + words;
  }
}
