package dev.reprise.servlet.internal.response;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stored form of a response: bytes that begin with the number of the format. */
public final class ResponseCodec {

  private static final byte FORMAT = 2;

  private ResponseCodec() {}

  public static byte[] encode(ResponseContent response) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeShort(response.status());
      out.writeLong(response.omittedBytes());
      writeError(out, response.error());
      out.writeInt(response.headers().size());
      for (Map.Entry<String, List<String>> field : response.headers().entrySet()) {
        write(out, field.getKey());
        out.writeInt(field.getValue().size());
        for (String value : field.getValue()) {
          write(out, value);
        }
      }
      out.write(response.body());
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a response.
   *
   * @throws IOException if the bytes are incomplete or of another format
   */
  public static ResponseContent decode(byte[] bytes) throws IOException {
    ByteArrayInputStream unread = new ByteArrayInputStream(bytes);
    try (DataInputStream in = new DataInputStream(unread)) {
      byte format = in.readByte();
      if (format != FORMAT) {
        throw new IOException("unknown format of recorded responses: " + format);
      }
      ResponseContent head = ResponseContent.of(in.readUnsignedShort());
      long omittedBytes = in.readLong();
      ErrorPage error = in.readBoolean() ? readError(in) : null;
      ResponseContent response = head.withHeaders(readHeaders(in)).withBody(unread.readAllBytes());
      return (omittedBytes > 0 ? response.withOmittedBody(omittedBytes) : response)
          .withError(error);
    }
  }

  private static void writeError(DataOutputStream out, @Nullable ErrorPage error)
      throws IOException {
    out.writeBoolean(error != null);
    if (error != null) {
      out.writeBoolean(error.message() != null);
      write(out, Objects.requireNonNullElse(error.message(), ""));
    }
  }

  private static ErrorPage readError(DataInputStream in) throws IOException {
    boolean hasMessage = in.readBoolean();
    String message = read(in);
    return new ErrorPage(hasMessage ? message : null);
  }

  /** Unlike {@code writeUTF}, which accepts at most 64 KiB. */
  private static void write(DataOutputStream out, String text) throws IOException {
    out.writeInt(text.length());
    out.writeChars(text);
  }

  private static String read(DataInputStream in) throws IOException {
    int length = in.readInt();
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < length; at++) {
      text.append(in.readChar());
    }
    return text.toString();
  }

  private static Map<String, List<String>> readHeaders(DataInputStream in) throws IOException {
    Map<String, List<String>> headers = ResponseContent.newFields();
    int names = in.readInt();
    for (int name = 0; name < names; name++) {
      List<String> values = new ArrayList<>();
      headers.put(read(in), values);
      int count = in.readInt();
      for (int value = 0; value < count; value++) {
        values.add(read(in));
      }
    }
    return headers;
  }
}
