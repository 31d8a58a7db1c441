package dev.reprise.grpc.server;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The response of a unary call as bytes, for the store. */
final class Reply {

  private static final int VERSION = 1;
  private static final int NO_MESSAGE = -1;
  private static final String BINARY = Metadata.BINARY_HEADER_SUFFIX;
  private static final Set<String> EXCLUDED =
      Set.of("authorization", "set-cookie", "www-authenticate", "grpc-retry-pushback-ms");

  private final Metadata headers;
  private final byte @Nullable [] message;
  private final Status status;
  private final Metadata trailers;

  /**
   * A response.
   *
   * @param message the serialised message; null if there is none
   */
  Reply(Metadata headers, byte @Nullable [] message, Status status, Metadata trailers) {
    this.headers = headers;
    this.message = message;
    this.status = status;
    this.trailers = trailers;
  }

  Metadata headers() {
    return headers;
  }

  byte @Nullable [] message() {
    return message;
  }

  Status status() {
    return status;
  }

  Metadata trailers() {
    return trailers;
  }

  /** Serialises a message. */
  static <RespT> byte[] bytesOf(MethodDescriptor<?, RespT> method, RespT message) {
    try (InputStream stream = method.streamResponse(message)) {
      return stream.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException("the response could not be serialised", failure);
    }
  }

  /** The form in the store. Later versions of the library must be able to read it. */
  byte[] encoded() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeByte(status.getCode().value());
      String description = status.getDescription();
      writeText(out, description == null ? "" : description);
      out.writeInt(message == null ? NO_MESSAGE : message.length);
      if (message != null) {
        out.write(message);
      }
      write(out, headers);
      write(out, trailers);
    } catch (IOException impossible) { // in memory
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads the form of {@link #encoded()}.
   *
   * @throws IOException if the bytes are of another version, or not complete
   */
  static Reply decoded(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readByte();
      if (version != VERSION) {
        throw new IOException("unknown version of a recorded response: " + version);
      }
      Status status = Status.fromCodeValue(in.readByte());
      String description = readText(in);
      int length = in.readInt();
      byte[] message = length == NO_MESSAGE ? null : readBytes(in, length);
      Metadata headers = readMetadata(in);
      Metadata trailers = readMetadata(in);
      return new Reply(
          headers,
          message,
          description.isEmpty() ? status : status.withDescription(description),
          trailers);
    }
  }

  private static void write(DataOutputStream out, Metadata metadata) throws IOException {
    for (String name : metadata.keys()) {
      if (EXCLUDED.contains(name)) {
        continue;
      }
      if (name.endsWith(BINARY)) {
        Iterable<byte[]> values = metadata.getAll(binary(name));
        for (byte[] value : values == null ? Set.<byte[]>of() : values) {
          writeEntry(out, name, value);
        }
      } else {
        Iterable<String> values = metadata.getAll(ascii(name));
        for (String value : values == null ? Set.<String>of() : values) {
          writeEntry(out, name, value.getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
    writeText(out, "");
  }

  private static void writeEntry(DataOutputStream out, String name, byte[] value)
      throws IOException {
    writeText(out, name);
    out.writeInt(value.length);
    out.write(value);
  }

  private static Metadata readMetadata(DataInputStream in) throws IOException {
    Metadata metadata = new Metadata();
    for (String name = readText(in); !name.isEmpty(); name = readText(in)) {
      byte[] value = readBytes(in, in.readInt());
      try {
        if (name.endsWith(BINARY)) {
          metadata.put(binary(name), value);
        } else {
          metadata.put(ascii(name), new String(value, StandardCharsets.US_ASCII));
        }
      } catch (IllegalArgumentException invalid) {
        throw new IOException("a recorded response has invalid metadata", invalid);
      }
    }
    return metadata;
  }

  private static Metadata.Key<byte[]> binary(String name) {
    return Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER);
  }

  private static Metadata.Key<String> ascii(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in, in.readInt()), StandardCharsets.UTF_8);
  }

  private static byte[] readBytes(DataInputStream in, int length) throws IOException {
    if (length < 0 || length > in.available()) {
      throw new IOException("a recorded response is not complete");
    }
    return in.readNBytes(length);
  }
}
