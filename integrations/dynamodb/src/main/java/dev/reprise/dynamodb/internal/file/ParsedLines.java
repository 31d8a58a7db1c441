package dev.reprise.dynamodb.internal.file;

import dev.reprise.dynamodb.internal.json.JsonLine;
import dev.reprise.text.PrintableText;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Parsed lines of an input; lines that cannot be parsed are reported and skipped. */
public final class ParsedLines<T> implements Iterator<T>, Closeable {

  private final String name;
  private final CountingInputStream counted;
  private final LineBuffer lines;
  private final Parser<T> parser;
  private final Refused refused;
  private final LineIndex index = new LineIndex();

  private @Nullable T next;
  private long returned;
  private long bad;

  /**
   * Format of lines.
   *
   * @param parser parses a line
   * @param maxBytes maximum length of a line in bytes
   * @param verbatim false to remove the blanks around each line
   */
  public record Kind<T>(Parser<T> parser, int maxBytes, boolean verbatim) {

    /** A format of lines of JSON, around which blanks mean nothing. */
    public static <T> Kind<T> json(Parser<T> parser, int maxBytes) {
      return new Kind<>(parser, maxBytes, false);
    }
  }

  /** Parser of lines. */
  public @FunctionalInterface interface Parser<T> {

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if the line cannot be parsed
     */
    T parse(JsonLine line);
  }

  /** Takes the lines that cannot be parsed. */
  @FunctionalInterface
  public interface Refused {

    /**
     * Takes a line.
     *
     * @param number line number, from 1
     * @param reason the reason, on one line
     * @param text the line; only its beginning if it is too long
     */
    void accept(long number, String reason, String text);
  }

  public ParsedLines(String name, InputStream in, Kind<T> kind, Refused refused)
      throws IOException {
    this(name, in, false, kind, refused);
  }

  private ParsedLines(
      String name, InputStream in, boolean compressedByName, Kind<T> kind, Refused refused)
      throws IOException {
    this.name = Objects.requireNonNull(name, "name");
    parser = kind.parser();
    this.refused = Objects.requireNonNull(refused, "refused");
    counted = new CountingInputStream(Objects.requireNonNull(in, "in"));
    lines =
        new LineBuffer(opened(name, counted, compressedByName), kind.maxBytes(), kind.verbatim());
  }

  public static <T> ParsedLines<T> open(
      Path file, boolean compressedByName, Kind<T> kind, Refused refused) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return new ParsedLines<>(file.toString(), in, compressedByName, kind, refused);
    } catch (Throwable failure) {
      in.close();
      throw failure;
    }
  }

  private static InputStream opened(String name, InputStream in, boolean compressedByName)
      throws IOException {
    try {
      return Decompression.of(in, compressedByName);
    } catch (IOException failure) {
      throw new IOException(
          PrintableText.oneLine(name) + ": " + PrintableText.oneLine(failure.getMessage()),
          failure);
    }
  }

  @Override
  public boolean hasNext() {
    while (next == null) {
      if (!advance()) {
        return false;
      }
      next = parse();
    }
    return true;
  }

  @Override
  public T next() {
    T item = hasNext() ? next : null;
    if (item == null) {
      throw new NoSuchElementException();
    }
    next = null;
    index.add(lines.number());
    returned++;
    return item;
  }

  private boolean advance() {
    try {
      return lines.advance();
    } catch (IOException failure) {
      String where =
          String.format(
              Locale.ROOT,
              "%s: %s, after %d bytes and %d complete lines",
              PrintableText.oneLine(name),
              PrintableText.oneLine(failure.getMessage()),
              counted.bytes(),
              lines.number());
      throw new UncheckedIOException(where, new IOException(where, failure));
    }
  }

  private @Nullable T parse() {
    if (lines.isTooLong()) {
      return refuse("longer than " + lines.maxBytes() + " bytes");
    }
    if (lines.length() == 0) {
      return null;
    }
    try {
      return parser.parse(
          lines.isAscii()
              ? JsonLine.of(lines.buffer(), lines.from(), lines.length())
              : JsonLine.of(lines.strictText()));
    } catch (CharacterCodingException e) {
      return refuse("not UTF-8");
    } catch (IllegalArgumentException invalid) {
      return refuse(String.valueOf(invalid.getMessage()));
    }
  }

  private @Nullable T refuse(String reason) {
    bad++;
    refused.accept(lines.number(), reason, lines.text());
    return null;
  }

  public long lineOf(long position) {
    return index.lineOf(position);
  }

  public long returned() {
    return returned;
  }

  public long bad() {
    return bad;
  }

  public long lastLine() {
    return lines.number();
  }

  public long bytesRead() {
    return counted.bytes();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
