package dev.reprise.dynamodb.items;

import dev.reprise.dynamodb.ItemWrite;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a file of dead letters, to be sent again: each with its item or key, its operation
 * and its condition, as {@link DeadLetterFile} wrote it. What cannot be sent is told and passed
 * over: lines of the input that were no items, reads, and lines that are no dead letters. A file
 * that is compressed or damaged is read as {@link ItemReader} says.
 *
 * <p>Used by one thread at a time; {@link #lineOf} by any.
 */
public final class DeadLetterReader implements Iterator<ItemWrite>, Closeable {

  /** A line that was an item can be many times as long with its types. */
  static final int LONGEST = 256 * 1024 * 1024;

  private static final ParsedLines.Kind<DeadLetterRecord> LETTERS =
      new ParsedLines.Kind<>(DeadLetterRecord::parse, LONGEST);

  private final ParsedLines<DeadLetterRecord> letters;
  private @Nullable String table;

  private DeadLetterReader(ParsedLines<DeadLetterRecord> letters) {
    this.letters = letters;
  }

  /**
   * Opens a file.
   *
   * @param file the file
   * @param unsendable told each line that is no write, by its number in this file, with the reason;
   *     the text is the line
   * @return the reader, to be closed
   * @throws IOException if it cannot be opened
   */
  public static DeadLetterReader open(Path file, Consumer<? super BadLine> unsendable)
      throws IOException {
    return new DeadLetterReader(ParsedLines.open(file, LETTERS, unsendable));
  }

  /**
   * Whether there is another write; reads up to it.
   *
   * @return false at the end
   * @throws UncheckedIOException if the file cannot be read
   */
  @Override
  public boolean hasNext() {
    return letters.hasNext();
  }

  /**
   * The next write.
   *
   * @return equal to the one that failed, in operation, attributes and condition
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
   * The table that the last write given was for.
   *
   * @return its name or ARN; empty before the first, and where the letter does not say
   */
  public Optional<String> table() {
    return Optional.ofNullable(table);
  }

  /**
   * The line of this file that a write was on.
   *
   * @param position the write's position among the writes, from 0, such as a dead letter has it
   * @return the number of its line, from 1; 0 if it was not given yet, or is not known any more:
   *     the changes of distance between lines, such as those at a bad line, are kept for the last
   *     262,144
   */
  public long lineOf(long position) {
    return letters.lineOf(position);
  }

  /**
   * How many writes were given so far.
   *
   * @return the number
   */
  public long writes() {
    return letters.given();
  }

  /**
   * How many lines could not be sent so far, empty ones apart.
   *
   * @return the number
   */
  public long unsendable() {
    return letters.bad();
  }

  /**
   * How much was read of the file.
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
