package dev.reprise.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of one call. Each message is serialised once, when the caller sends it, and each
 * attempt sends the same bytes, even if the caller changes the message later. A request above the
 * limit is not kept: it can be sent once. Filled by the caller's thread before the first attempt;
 * {@link #release} may be called by any thread.
 *
 * @param <ReqT> type of the request messages
 */
final class RequestBuffer<ReqT> implements MethodDescriptor.Marshaller<ReqT> {

  private final MethodDescriptor.Marshaller<ReqT> marshaller;
  private final BufferLimit limit;
  private final List<Message<ReqT>> messages = new ArrayList<>(1);
  private int bytes;
  private boolean repeatable = true;
  private boolean released;
  private @Nullable Boolean compression;

  RequestBuffer(MethodDescriptor.Marshaller<ReqT> marshaller, BufferLimit limit) {
    this.marshaller = marshaller;
    this.limit = limit;
  }

  synchronized void setCompression(boolean enabled) {
    compression = enabled;
  }

  /** The caller's setting of the compression of messages; null if there is none. */
  synchronized @Nullable Boolean compression() {
    return compression;
  }

  /** Serialises a message and keeps its bytes, if the limits permit it. */
  synchronized void add(ReqT message) {
    InputStream stream = marshaller.stream(message);
    byte[] read;
    try {
      int room = repeatable && !released ? limit.perCall() - bytes : 0;
      read = stream.readNBytes(room == Integer.MAX_VALUE ? room : room + 1);
      boolean fits = read.length <= room && repeatable && !released;
      if (fits && limit.tryReserve(read.length)) {
        bytes += read.length;
        stream.close();
        messages.add(new Message<>(message, read, null));
        return;
      }
    } catch (IOException failure) {
      throw Status.INTERNAL
          .withDescription("the request could not be serialised")
          .withCause(failure)
          .asRuntimeException();
    }
    repeatable = false;
    messages.add(new Message<>(message, read, stream));
  }

  /** Returns whether the request can be sent more than once. */
  synchronized boolean isRepeatable() {
    return repeatable;
  }

  synchronized List<ReqT> messages() {
    return messages.stream().map(message -> message.value).toList();
  }

  /** Returns the reserved bytes to the limit. Streams that were opened before remain readable. */
  synchronized void release() {
    if (!released) {
      released = true;
      limit.release(bytes);
      messages.clear();
    }
  }

  @Override
  public InputStream stream(ReqT value) {
    InputStream known = open(value);
    return known == null ? marshaller.stream(value) : known;
  }

  private synchronized @Nullable InputStream open(ReqT value) {
    for (Message<ReqT> message : messages) {
      if (message.value == value) {
        return message.open();
      }
    }
    return null;
  }

  @Override
  public ReqT parse(InputStream stream) {
    return marshaller.parse(stream);
  }

  /** A message with its first bytes, and the stream of the remaining ones if it is too large. */
  private static final class Message<ReqT> {

    private final ReqT value;
    private final byte[] bytes;
    private final @Nullable InputStream remaining;
    private boolean opened;

    Message(ReqT value, byte[] bytes, @Nullable InputStream remaining) {
      this.value = value;
      this.bytes = bytes;
      this.remaining = remaining;
    }

    /** Returns null if the message was not kept and its stream was used. */
    @Nullable InputStream open() {
      InputStream first = new ByteArrayInputStream(bytes);
      if (remaining == null) {
        return first;
      }
      boolean used = opened;
      opened = true;
      return used ? null : new SequenceInputStream(first, remaining);
    }
  }
}
