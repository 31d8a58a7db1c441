package dev.reprise.grpc;

import io.grpc.ClientCall;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of one call. Each message is serialised once, when the caller sends it, and each
 * attempt sends the same bytes, even if the caller changes the message later. A request above the
 * limit is not kept: it can be sent once. Bytes are reserved before they are read, so all requests
 * of an interceptor hold at most what its limit permits. Filled by the caller's thread before the
 * first attempt; {@link #release} may be called by any thread.
 *
 * @param <ReqT> type of the request messages
 */
final class RequestBuffer<ReqT> implements MethodDescriptor.Marshaller<ReqT> {

  /** Bytes that are read at a time from a stream that does not know its length. */
  private static final int CHUNK = 8_192;

  private final MethodDescriptor.Marshaller<ReqT> marshaller;
  private final BufferLimit limit;
  private final List<Message<ReqT>> messages = new ArrayList<>(1);
  private int reserved;
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
    if (released) {
      return;
    }
    InputStream stream = marshaller.stream(message);
    Message<ReqT> added = new Message<>(message);
    try {
      repeatable = repeatable && keep(added, stream);
    } catch (IOException failure) {
      throw Status.INTERNAL
          .withDescription("the request could not be serialised")
          .withCause(failure)
          .asRuntimeException();
    }
    if (!repeatable) {
      added.remaining = stream;
    }
    messages.add(added);
  }

  /**
   * Reads a message while its bytes can be reserved. If the stream says that there are more, it
   * stays unread.
   *
   * @return false if the stream has further bytes
   */
  private boolean keep(Message<ReqT> message, InputStream stream) throws IOException {
    int expected = Math.max(0, stream.available());
    int granted = reserve(expected, expected == 0 ? CHUNK : expected);
    if (granted < expected) {
      return false;
    }
    byte[] read = stream.readNBytes(granted);
    int next = read.length < granted ? -1 : stream.read();
    if (next >= 0) {
      return keepLong(message, read, next, stream);
    }
    unreserve(granted - read.length);
    message.bytes = read;
    stream.close();
    return true;
  }

  /** Reads what follows the first bytes of a message. */
  private boolean keepLong(Message<ReqT> message, byte[] first, int following, InputStream stream)
      throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    read.writeBytes(first);
    int next = following;
    while (next >= 0) {
      read.write(next);
      int granted = reserve(1, CHUNK);
      if (granted == 0) {
        message.bytes = read.toByteArray();
        return false;
      }
      byte[] part = stream.readNBytes(granted - 1);
      read.writeBytes(part);
      unreserve(granted - 1 - part.length);
      next = part.length < granted - 1 ? -1 : stream.read();
    }
    message.bytes = read.toByteArray();
    stream.close();
    return true;
  }

  private int reserve(int least, int most) {
    int room = Math.min(most, limit.perCall() - reserved);
    int granted = room < least ? 0 : limit.reserve(least, room);
    reserved += granted;
    return granted;
  }

  private void unreserve(int count) {
    reserved -= count;
    limit.release(count);
  }

  /** Returns whether the request can be sent more than once. */
  synchronized boolean isRepeatable() {
    return repeatable;
  }

  /** Passes the messages on, in their order; the streams of their bytes are from here. */
  void sendTo(ClientCall<ReqT, ?> call) {
    int count = size();
    for (int i = 0; i < count; i++) {
      Message<ReqT> message = at(i);
      if (message != null) {
        call.sendMessage(message.value);
      }
    }
  }

  private synchronized int size() {
    return messages.size();
  }

  /** Null if the buffer was released meanwhile. */
  private synchronized @Nullable Message<ReqT> at(int index) {
    return index < messages.size() ? messages.get(index) : null;
  }

  /** Returns the reserved bytes to the limit. Streams that were opened before remain readable. */
  synchronized void release() {
    if (!released) {
      released = true;
      unreserve(reserved);
      messages.clear();
    }
  }

  @Override
  public InputStream stream(ReqT value) {
    InputStream known = open(value);
    return known == null ? marshaller.stream(value) : known;
  }

  private synchronized @Nullable InputStream open(ReqT value) {
    for (int i = 0; i < messages.size(); i++) {
      Message<ReqT> message = messages.get(i);
      if (message.value == value) {
        byte[] bytes = message.bytes;
        InputStream remaining = message.remaining;
        if (remaining != null) {
          message.bytes = null;
          message.remaining = null;
        }
        return bytes == null ? null : opened(bytes, remaining);
      }
    }
    return null;
  }

  private InputStream opened(byte[] bytes, @Nullable InputStream remaining) {
    if (remaining == null) {
      return new KeptBytes(bytes);
    }
    return bytes.length == 0 ? remaining : new OnlySending(bytes, remaining);
  }

  /** The first bytes of a message that cannot be sent again were sent. */
  private synchronized void sent(int count) {
    if (!released) {
      unreserve(count);
    }
  }

  @Override
  public ReqT parse(InputStream stream) {
    return marshaller.parse(stream);
  }

  /** A message with its bytes; if it is too large, its first ones and the stream of the others. */
  private static final class Message<ReqT> {

    private final ReqT value;
    private byte @Nullable [] bytes = {}; // null if it was not kept, and its stream was used
    private @Nullable InputStream remaining;

    Message(ReqT value) {
      this.value = value;
    }
  }

  /** A message that is sent once. Its reserved bytes are returned when it was read. */
  private final class OnlySending extends SequenceInputStream {

    private int reservedBytes;

    OnlySending(byte[] first, InputStream remaining) {
      super(new ByteArrayInputStream(first), remaining);
      reservedBytes = first.length - 1; // the last one was read to see whether there are more
    }

    @Override
    public void close() throws IOException {
      int count = reservedBytes;
      reservedBytes = 0;
      sent(count);
      super.close();
    }
  }

  /** Bytes whose length is known, which the transport copies at once into its own buffer. */
  private static final class KeptBytes extends ByteArrayInputStream
      implements KnownLength, Drainable {

    KeptBytes(byte[] bytes) {
      super(bytes);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int length = available();
      target.write(buf, pos, length);
      pos = count;
      return length;
    }
  }
}
