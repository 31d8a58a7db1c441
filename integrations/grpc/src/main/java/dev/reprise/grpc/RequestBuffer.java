package dev.reprise.grpc;

import io.grpc.ClientCall;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
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
      read = read(stream, room == Integer.MAX_VALUE ? room : room + 1);
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

  /** Reads at most {@code most} bytes, without a larger buffer if the stream knows its length. */
  private static byte[] read(InputStream stream, int most) throws IOException {
    int available = stream.available();
    if (available <= 0 || available >= most) {
      return stream.readNBytes(most);
    }
    byte[] first = new byte[available];
    int count = stream.readNBytes(first, 0, available);
    int next = stream.read();
    if (next < 0 && count == available) {
      return first;
    }
    byte[] more = next < 0 ? new byte[0] : stream.readNBytes(most - count - 1);
    byte[] all = new byte[count + (next < 0 ? 0 : 1) + more.length];
    System.arraycopy(first, 0, all, 0, count);
    if (next >= 0) {
      all[count] = (byte) next;
      System.arraycopy(more, 0, all, count + 1, more.length);
    }
    return all;
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
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i).value == value) {
        return messages.get(i).open();
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
      if (remaining == null) {
        return new KeptBytes(bytes);
      }
      boolean used = opened;
      opened = true;
      return used ? null : new SequenceInputStream(new ByteArrayInputStream(bytes), remaining);
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
