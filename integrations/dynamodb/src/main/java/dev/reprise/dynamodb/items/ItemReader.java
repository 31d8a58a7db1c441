package dev.reprise.dynamodb.items;

import dev.reprise.dynamodb.internal.file.ParsedLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
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
public final class ItemReader extends LineReader<Map<String, AttributeValue>> {

  /** More than the length of the largest item, 400 KB, with every character escaped. */
  public static final int MAX_LINE_BYTES = 4 * 1024 * 1024;

  private static final ParsedLines.Kind<Map<String, AttributeValue>> ITEMS =
      ParsedLines.Kind.json(ItemJson::parse, MAX_LINE_BYTES);

  private ItemReader(ParsedLines<Map<String, AttributeValue>> lines) {
    super(lines);
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
}
