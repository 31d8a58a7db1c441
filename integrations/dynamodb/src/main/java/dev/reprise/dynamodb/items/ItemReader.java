package dev.reprise.dynamodb.items;

import dev.reprise.dynamodb.internal.file.ParsedLines;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reader of the items of a file, one per line: in plain JSON, in DynamoDB JSON, or in the form of
 * an export to S3, as {@link ItemJson} describes. Items are read on demand. Compression by gzip or
 * zstd is recognized by the first bytes of the file, whatever its name; the data may have several
 * members or frames.
 *
 * <p>An empty file whose name indicates a compression ({@link Compression#of}) is an error, because
 * it is truncated.
 *
 * <p>Empty lines are skipped. A line that is not an item, that is longer than 4 MiB, or that is not
 * UTF-8 is reported and skipped. If reading fails, or if compressed input is truncated or damaged,
 * an {@link UncheckedIOException} names the input, the bytes and the whole lines read.
 *
 * <p>Used by one thread at a time; {@link #lineOf} and {@link #bytesRead} by any.
 */
public final class ItemReader implements Iterator<Map<String, AttributeValue>>, Closeable {

  /** More than the length of the largest item, 400 KB, with every character escaped. */
  public static final int MAX_LINE_BYTES = 4 * 1024 * 1024;

  private static final ParsedLines.Kind<Map<String, AttributeValue>> ITEMS =
      new ParsedLines.Kind<>(ItemJson::parse, MAX_LINE_BYTES);

  private final ParsedLines<Map<String, AttributeValue>> lines;

  private ItemReader(ParsedLines<Map<String, AttributeValue>> lines) {
    this.lines = lines;
  }

  /**
   * Opens a file.
   *
   * @param file the file, plain or compressed
   * @param badLines takes each line that is not an item, in the order of the file, before the items
   *     that follow it; {@link #hasNext} throws its exceptions
   * @return the reader, to be closed
   * @throws IOException if it cannot be opened
   */
  public static ItemReader open(Path file, Consumer<? super BadLine> badLines) throws IOException {
    return new ItemReader(
        ParsedLines.open(file, Compression.of(file) != Compression.NONE, ITEMS, to(badLines)));
  }

  /**
   * Reads a stream.
   *
   * @param in the stream, plain or compressed; closed with the reader
   * @param name name of the input in messages
   * @param badLines as for {@link #open}
   * @return the reader, to be closed
   * @throws IOException if the beginning of the stream cannot be read
   */
  public static ItemReader of(InputStream in, String name, Consumer<? super BadLine> badLines)
      throws IOException {
    return new ItemReader(new ParsedLines<>(name, in, ITEMS, to(badLines)));
  }

  private static ParsedLines.Refused to(Consumer<? super BadLine> badLines) {
    Objects.requireNonNull(badLines, "badLines");
    return (number, reason, text) -> badLines.accept(new BadLine(number, reason, text));
  }

  /**
   * Returns whether there is another item; reads up to it.
   *
   * @return false at the end
   * @throws UncheckedIOException if the input fails, ends too early or is damaged
   */
  @Override
  public boolean hasNext() {
    return lines.hasNext();
  }

  /**
   * Returns the next item.
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
   * Returns the line number of an item.
   *
   * @param position the position of the item among the items, from 0, as in a dead letter
   * @return the line number, from 1; 0 if the item was not returned yet, or if its line is not
   *     known any more: the last 262,144 changes of the distance between lines, such as at a bad
   *     line, are kept
   */
  public long lineOf(long position) {
    return lines.lineOf(position);
  }

  /**
   * Returns the number of items returned so far.
   *
   * @return the number
   */
  public long items() {
    return lines.returned();
  }

  /**
   * Returns the number of lines so far that are not items, without empty lines.
   *
   * @return the number
   */
  public long badLines() {
    return lines.bad();
  }

  /**
   * Returns the number of the last line read, which may be after the line of the last item.
   *
   * @return its number, from 1; 0 before the first
   */
  public long lastLine() {
    return lines.lastLine();
  }

  /**
   * Returns the number of bytes read, before decompression.
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
