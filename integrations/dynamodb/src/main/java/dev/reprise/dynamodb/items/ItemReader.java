package dev.reprise.dynamodb.items;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of a file, one a line, read as they are asked for: in plain JSON, in DynamoDB JSON, or
 * as an export to S3 has them, as {@link ItemJson} says. Compression by gzip or zstd is found by
 * what the file begins with, whatever its name; members and frames may follow each other.
 *
 * <p>A file that is empty though its name ends as {@link Compression#of} has it is cut off too.
 *
 * <p>Empty lines are passed over. A line that is no item, that is longer than 4 MiB, or that is not
 * UTF-8 is told and passed over. Input that fails, or that is compressed and ends too early or is
 * damaged, is an {@link UncheckedIOException} that names the input and how far reading came.
 *
 * <p>Used by one thread at a time; {@link #lineOf} and {@link #bytesRead} by any.
 */
public final class ItemReader implements Iterator<Map<String, AttributeValue>>, Closeable {

  /** Far more than an item of 400 KB takes, every character of it escaped. */
  static final int LONGEST = 4 * 1024 * 1024;

  private static final ParsedLines.Kind<Map<String, AttributeValue>> ITEMS =
      new ParsedLines.Kind<>(ItemJson::parse, LONGEST);

  private final ParsedLines<Map<String, AttributeValue>> lines;

  private ItemReader(ParsedLines<Map<String, AttributeValue>> lines) {
    this.lines = lines;
  }

  /**
   * Opens a file.
   *
   * @param file the file, plain or compressed
   * @param badLines told each line that is no item, in the order of the file, before the items
   *     after it; what it throws is thrown by {@link #hasNext}
   * @return the reader, to be closed
   * @throws IOException if it cannot be opened
   */
  public static ItemReader open(Path file, Consumer<? super BadLine> badLines) throws IOException {
    return new ItemReader(ParsedLines.open(file, ITEMS, badLines));
  }

  /**
   * Reads a stream.
   *
   * @param in the stream, plain or compressed; closed with the reader
   * @param name what to call it in messages
   * @param badLines as for {@link #open}
   * @return the reader, to be closed
   * @throws IOException if the stream's beginning cannot be read
   */
  public static ItemReader of(InputStream in, String name, Consumer<? super BadLine> badLines)
      throws IOException {
    return new ItemReader(new ParsedLines<>(name, in, ITEMS, badLines));
  }

  /**
   * Whether there is another item; reads up to it.
   *
   * @return false at the end
   * @throws UncheckedIOException if the input fails, ends too early or is damaged
   */
  @Override
  public boolean hasNext() {
    return lines.hasNext();
  }

  /**
   * The next item.
   *
   * @return its attributes, in the order of the line
   * @throws NoSuchElementException if there is none
   * @throws UncheckedIOException as {@link #hasNext}
   */
  @Override
  public Map<String, AttributeValue> next() {
    return lines.next();
  }

  /**
   * The line that an item was on.
   *
   * @param position the item's position among the items, from 0, such as a dead letter has it
   * @return the number of its line, from 1; 0 if it was not given yet, or is not known any more:
   *     the changes of distance between lines, such as those at a bad line, are kept for the last
   *     262,144
   */
  public long lineOf(long position) {
    return lines.lineOf(position);
  }

  /**
   * How many items were given so far.
   *
   * @return the number
   */
  public long items() {
    return lines.given();
  }

  /**
   * How many lines were no items so far, empty ones apart.
   *
   * @return the number
   */
  public long badLines() {
    return lines.bad();
  }

  /**
   * The last line that was read, which may be one after that of the last item.
   *
   * @return its number, from 1; 0 before the first
   */
  public long lastLine() {
    return lines.lastLine();
  }

  /**
   * How much was read of the input, of a compressed one in its compressed form.
   *
   * @return bytes
   */
  public long bytesRead() {
    return lines.bytesRead();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
