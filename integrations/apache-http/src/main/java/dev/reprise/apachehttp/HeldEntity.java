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
 * A body whose beginning, or all of it, was already read. Returns the bytes already read, then the
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
   * Reads the beginning of a body. One that ends, or breaks, within the limit gives its connection
   * back with that.
   *
   * @param maxBytes how much to read; 0 for nothing
   */
  static HeldEntity read(HttpEntity given, int maxBytes, ExchangeTimeout alarm) throws IOException {
    return read(given, maxBytes, alarm, () -> true);
  }

  /** As long as there is time. */
  static HeldEntity read(
      HttpEntity given, int maxBytes, ExchangeTimeout alarm, BooleanSupplier hasTime)
      throws IOException {
    InputStream from = given.getContent();
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    IOException failure = null;
    boolean more = true;
    try {
      more = maxBytes == 0 || reads(from, read, maxBytes, hasTime);
    } catch (IOException broken) {
      failure = broken;
    }
    boolean open = more && failure == null;
    InputStream begun = new ByteArrayInputStream(read.toByteArray());
    return new HeldEntity(
        given, new HeldStream(begun, open ? from : null, failure, alarm), failure);
  }

  /** Answers whether there may be more than the limit. */
  private static boolean reads(
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
  boolean isWhole() {
    return content.isWhole();
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
    return !isWhole();
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
