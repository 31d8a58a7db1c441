package dev.reprise.apachehttp;

import dev.reprise.http.client.ExchangeTimeout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A body of which a part or all was already read. Returns the bytes already read, then the
 * remaining ones or the failure that ended the reading. A timeout limits the remaining reading.
 */
final class HeldEntity extends HttpEntityWrapper {

  private static final int BLOCK = 8192;

  private final HeldStream content;
  private final @Nullable IOException failure;

  private HeldEntity(HttpEntity given, HeldStream content, @Nullable IOException failure) {
    super(given);
    this.content = content;
    this.failure = failure;
  }

  /**
   * Reads the beginning of a body. A body that ends or fails within the limit releases its
   * connection.
   *
   * @param maxBytes number of bytes to read; 0 reads none
   */
  static HeldEntity read(HttpEntity given, int maxBytes, ExchangeTimeout timeout)
      throws IOException {
    return read(given, maxBytes, timeout, () -> true);
  }

  /** The same, as long as {@code hasTime} returns true. */
  static HeldEntity read(
      HttpEntity given, int maxBytes, ExchangeTimeout timeout, BooleanSupplier hasTime)
      throws IOException {
    InputStream from = given.getContent();
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    IOException failure = null;
    boolean mayHaveMore = true;
    try {
      mayHaveMore = maxBytes == 0 || readInto(from, read, maxBytes, hasTime);
    } catch (IOException broken) {
      failure = broken;
    }
    boolean open = mayHaveMore && failure == null;
    InputStream start = new ByteArrayInputStream(read.toByteArray());
    return new HeldEntity(
        given, new HeldStream(start, open ? from : null, failure, timeout), failure);
  }

  /** Returns true if the body may have more bytes than were read. */
  private static boolean readInto(
      InputStream from, ByteArrayOutputStream to, int maxBytes, BooleanSupplier hasTime)
      throws IOException {
    byte[] block = new byte[BLOCK];
    while (to.size() < maxBytes && hasTime.getAsBoolean()) {
      int length = from.read(block, 0, Math.min(block.length, maxBytes - to.size()));
      if (length < 0) {
        return false;
      }
      to.write(block, 0, length);
    }
    return true;
  }

  /** Returns true if no more bytes come from the connection. */
  boolean isComplete() {
    return content.isComplete();
  }

  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public InputStream getContent() {
    return content;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (content) {
      content.transferTo(out);
    }
  }

  @Override
  public boolean isStreaming() {
    return !isComplete();
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
