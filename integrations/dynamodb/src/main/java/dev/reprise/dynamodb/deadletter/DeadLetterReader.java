package dev.reprise.dynamodb.deadletter;

import dev.reprise.dynamodb.internal.file.ParsedLines;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.Compression;
import dev.reprise.dynamodb.items.ItemReader;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the writes in a file of dead letters, which can then be sent again. Each write has the
 * item or key, the operation and the condition that {@link DeadLetterFile} wrote. Other lines are
 * reported and skipped: letters of reads, letters of input lines that were not items, and lines
 * that are not dead letters. Compressed and damaged files are read as {@link ItemReader} describes.
 *
 * <p>Used by one thread at a time; {@link #lineOf} by any.
 */
public final class DeadLetterReader implements Iterator<ItemWrite>, Closeable {

  /** Larger than for items, because DynamoDB JSON names the type of each value. */
  static final int MAX_LINE_BYTES = 256 * 1024 * 1024;

  private static final ParsedLines.Kind<DeadLetterRecord> LETTERS =
      ParsedLines.Kind.json(DeadLetterRecord::parse, MAX_LINE_BYTES);

  private final ParsedLines<DeadLetterRecord> letters;
  private @Nullable String table;

  private DeadLetterReader(ParsedLines<DeadLetterRecord> letters) {
    this.letters = letters;
  }

  /**
   * Opens a file.
   *
   * @param file the file
   * @param unsendable takes each line that is not a write, with its number in this file and the
   *     reason; the text is the line
   * @return the reader, to be closed
   * @throws IOException if it cannot be opened
   */
  public static DeadLetterReader open(Path file, Consumer<? super BadLine> unsendable)
      throws IOException {
    Objects.requireNonNull(unsendable, "unsendable");
    boolean compressed = Compression.of(file) != Compression.NONE;
    return new DeadLetterReader(
        ParsedLines.open(
            file,
            compressed,
            LETTERS,
            (number, reason, text) -> unsendable.accept(new BadLine(number, reason, text))));
  }

  /**
   * Returns whether there is another write; reads up to it.
   *
   * @return false at the end
   * @throws UncheckedIOException if the file cannot be read
   */
  @Override
  public boolean hasNext() {
    return letters.hasNext();
  }

  /**
   * Returns the next write.
   *
   * @return a write with the operation, attributes and condition of the failed write
   * @throws NoSuchElementException if there is none
   * @throws UncheckedIOException as {@link #hasNext}
   */
  @Override
  public ItemWrite next() {
    DeadLetterRecord letter = letters.next();
    table = letter.table();
    return letter.write();
  }

  /**
   * Returns the table of the last write returned.
   *
   * @return its name or ARN; empty before the first write, and if the letter has no table
   */
  public Optional<String> table() {
    return Optional.ofNullable(table);
  }

  /**
   * Returns the line number of a write in this file.
   *
   * @param position the position of the write among the writes, from 0, as in a dead letter
   * @return the line number, from 1; 0 if the write was not returned yet, or if its line is not
   *     known any more: the last 262,144 changes of the distance between lines, such as at a bad
   *     line, are kept
   */
  public long lineOf(long position) {
    return letters.lineOf(position);
  }

  /**
   * Returns the number of writes returned so far.
   *
   * @return the number
   */
  public long writes() {
    return letters.returned();
  }

  /**
   * Returns the number of lines so far that are not writes, without empty lines.
   *
   * @return the number
   */
  public long unsendable() {
    return letters.bad();
  }

  /**
   * Returns the number of the last line read, which may be after the line of the last write.
   *
   * @return its number, from 1; 0 before the first
   */
  public long lastLine() {
    return letters.lastLine();
  }

  /**
   * Returns the number of bytes read.
   *
   * @return bytes
   */
  public long bytesRead() {
    return letters.bytesRead();
  }

  @Override
  public void close() throws IOException {
    letters.close();
  }
}
