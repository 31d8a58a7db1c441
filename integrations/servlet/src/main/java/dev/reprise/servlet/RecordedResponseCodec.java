package dev.reprise.servlet;

import dev.reprise.idempotency.outcome.OutcomeCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Responses as bytes, behind the number of the format. */
final class RecordedResponseCodec implements OutcomeCodec<RecordedResponse> {

  private static final byte FORMAT = 2;

  @Override
  public byte[] encode(RecordedResponse answer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeShort(answer.status());
      out.writeLong(answer.leftOut());
      ErrorPage error = answer.error();
      out.writeBoolean(error != null);
      if (error != null) {
        out.writeBoolean(error.message() != null);
        write(out, Objects.requireNonNullElse(error.message(), ""));
      }
      out.writeInt(answer.headers().size());
      for (Map.Entry<String, List<String>> field : answer.headers().entrySet()) {
        write(out, field.getKey());
        out.writeInt(field.getValue().size());
        for (String value : field.getValue()) {
          write(out, value);
        }
      }
      out.write(answer.body());
    }
    return bytes.toByteArray();
  }

  @Override
  public RecordedResponse decode(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      byte format = in.readByte();
      if (format != FORMAT) {
        throw new IOException("unknown format of answers: " + format);
      }
      int status = in.readUnsignedShort();
      long leftOut = in.readLong();
      ErrorPage error = in.readBoolean() ? readError(in) : null;
      Map<String, List<String>> headers = readHeaders(in);
      return new RecordedResponse(status, Map.of(), in.readAllBytes(), leftOut, error)
          .withHeaders(headers);
    }
  }

  private static ErrorPage readError(DataInputStream in) throws IOException {
    boolean hasMessage = in.readBoolean();
    String message = read(in);
    return new ErrorPage(hasMessage ? message : null);
  }

  /** Not as {@code writeUTF} does, which takes no more than 64 KiB. */
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
    Map<String, List<String>> headers = RecordedResponse.fields();
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
