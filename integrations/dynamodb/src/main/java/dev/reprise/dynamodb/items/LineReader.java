package dev.reprise.dynamodb.items;

import dev.reprise.dynamodb.internal.file.ParsedLines;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reader of the lines of a file that are parsed one by one, on demand, as {@link ItemReader} reads
 * items: compression is recognized, empty lines are skipped, and a line that cannot be parsed, is
 * too long or is not UTF-8 is reported and skipped. A line ends with LF or CR LF. The blanks and
 * tabs around it are removed, except in lines that are read {@linkplain #openVerbatim verbatim}.
 *
 * <p>Used by one thread at a time; {@link #lineOf} and {@link #bytesRead} by any. No method accepts
 * or returns null.
 *
 * @param <T> type of a parsed line
 */
public class LineReader<T> implements Iterator<T>, Closeable {

  private final ParsedLines<T> lines;

  LineReader(ParsedLines<T> lines) {
    this.lines = lines;
  }

  /**
   * Opens a file.
   *
   * @param file the file, plain or compressed
   * @param parser parses a line; its {@code IllegalArgumentException} reports a bad line
   * @param maxBytes maximum length of a line in bytes, at least 1
   * @param badLines takes each line that is not an item, in the order of the file, before the items
   *     that follow it; {@link #hasNext} throws its exceptions
   * @param <T> type of a parsed line
   * @return the reader, to be closed
   * @throws IOException if it cannot be opened
   * @throws IllegalArgumentException if {@code maxBytes} is less than 1
   */
  public static <T> LineReader<T> open(
      Path file,
      Function<? super String, ? extends T> parser,
      int maxBytes,
      Consumer<? super BadLine> badLines)
      throws IOException {
    return open(file, kind(parser, maxBytes, false), badLines);
  }

  /**
   * Opens a file whose lines are texts: as {@link #open}, but the blanks and tabs around a line are
   * part of it, and only a line without any character is empty.
   *
   * @param file the file, plain or compressed
   * @param parser as for {@link #open}
   * @param maxBytes maximum length of a line in bytes, at least 1; the CR of a line's end counts
   * @param badLines as for {@link #open}
   * @param <T> type of a parsed line
   * @return the reader, to be closed
   * @throws IOException if it cannot be opened
   * @throws IllegalArgumentException if {@code maxBytes} is less than 1
   */
  public static <T> LineReader<T> openVerbatim(
      Path file,
      Function<? super String, ? extends T> parser,
      int maxBytes,
      Consumer<? super BadLine> badLines)
      throws IOException {
    return open(file, kind(parser, maxBytes, true), badLines);
  }

  private static <T> LineReader<T> open(
      Path file, ParsedLines.Kind<T> kind, Consumer<? super BadLine> badLines) throws IOException {
    return new LineReader<>(
        ParsedLines.open(file, Compression.of(file) != Compression.NONE, kind, to(badLines)));
  }

  /**
   * Reads a stream.
   *
   * @param in the stream, plain or compressed; closed with the reader
   * @param name name of the input in messages
   * @param parser as for {@link #open}
   * @param maxBytes maximum length of a line in bytes, at least 1
   * @param badLines as for {@link #open}
   * @param <T> type of a parsed line
   * @return the reader, to be closed
   * @throws IOException if the beginning of the stream cannot be read
   */
  public static <T> LineReader<T> of(
      InputStream in,
      String name,
      Function<? super String, ? extends T> parser,
      int maxBytes,
      Consumer<? super BadLine> badLines)
      throws IOException {
    return new LineReader<>(
        new ParsedLines<>(name, in, kind(parser, maxBytes, false), to(badLines)));
  }

  /**
   * Reads a stream whose lines are texts, as {@link #openVerbatim} reads a file.
   *
   * @param in the stream, plain or compressed; closed with the reader
   * @param name name of the input in messages
   * @param parser as for {@link #open}
   * @param maxBytes maximum length of a line in bytes, at least 1; the CR of a line's end counts
   * @param badLines as for {@link #open}
   * @param <T> type of a parsed line
   * @return the reader, to be closed
   * @throws IOException if the beginning of the stream cannot be read
   * @throws IllegalArgumentException if {@code maxBytes} is less than 1
   */
  public static <T> LineReader<T> ofVerbatim(
      InputStream in,
      String name,
      Function<? super String, ? extends T> parser,
      int maxBytes,
      Consumer<? super BadLine> badLines)
      throws IOException {
    return new LineReader<>(
        new ParsedLines<>(name, in, kind(parser, maxBytes, true), to(badLines)));
  }

  private static <T> ParsedLines.Kind<T> kind(
      Function<? super String, ? extends T> parser, int maxBytes, boolean verbatim) {
    Objects.requireNonNull(parser, "parser");
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes must be at least 1, but was " + maxBytes);
    }
    return new ParsedLines.Kind<>(line -> parser.apply(line.text()), maxBytes, verbatim);
  }

  static ParsedLines.Refused to(Consumer<? super BadLine> badLines) {
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
   * @return the parsed line
   * @throws NoSuchElementException if there is none
   * @throws UncheckedIOException as {@link #hasNext}
   */
  @Override
  public T next() {
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
