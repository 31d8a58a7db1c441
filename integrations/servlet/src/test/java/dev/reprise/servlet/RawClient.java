package dev.reprise.servlet;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sends a request over a plain socket and reads the response byte by byte. */
final class RawClient {

  /** The field that sends a body in chunks. */
  static final String CHUNKED = "Transfer-Encoding: chunked";

  private static final int BOUND_MILLIS = 30_000;
  private static final int LONGEST_LINE = 1 << 21;

  private RawClient() {}

  /**
   * A response as it was sent.
   *
   * @param status the status line
   * @param headers values in their order by names in lower case
   * @param body without chunk sizes, a character for each byte
   * @param trailers in the same form as the headers
   * @param whole true if the response ended as its framing announced
   * @param goesOn true if the connection served another request afterwards
   */
  record Answer(
      String status,
      Map<String, List<String>> headers,
      String body,
      Map<String, List<String>> trailers,
      boolean whole,
      boolean goesOn) {

    @Nullable String header(String lowerName) {
      List<String> values = headers.get(lowerName);
      return values == null ? null : String.join(", ", values);
    }
  }

  /**
   * Sends a request, reads its response, and then requests {@code /next} on the same connection.
   */
  static Answer ask(URI server, String method, String path, String body, String... fields)
      throws IOException {
    return askHost("same.example", server, method, path, body, fields);
  }

  /** Does the same with a given host. */
  static Answer askHost(
      String host, URI server, String method, String path, String body, String... fields)
      throws IOException {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(BOUND_MILLIS);
      OutputStream out = socket.getOutputStream();
      InputStream in = new BufferedInputStream(socket.getInputStream());
      out.write(request(host, method, path, body, fields));
      Answer answer = read(in, method.equals("HEAD"));
      boolean goesOn = answer.whole();
      if (goesOn) {
        try {
          out.write(request(host, "GET", "/next", "", "Connection: close"));
          goesOn =
              line(in).startsWith("HTTP/1.1 ")
                  && new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).endsWith("next");
        } catch (IOException closed) {
          goesOn = false;
        }
      }
      return new Answer(
          answer.status(),
          answer.headers(),
          answer.body(),
          answer.trailers(),
          answer.whole(),
          goesOn);
    }
  }

  private static byte[] request(
      String host, String method, String path, String body, String... fields) {
    boolean isChunked = List.of(fields).contains(CHUNKED);
    return (method
            + " "
            + path
            + " HTTP/1.1\r\nHost: "
            + host
            + "\r\n"
            + (isChunked ? "" : "Content-Length: " + body.length() + "\r\n")
            + (fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n")
            + "\r\n"
            + (isChunked ? chunked(body) : body))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String chunked(String body) {
    String chunk = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n";
    return (body.isEmpty() ? "" : chunk) + "0\r\n\r\n";
  }

  private static Answer read(InputStream in, boolean bodiless) throws IOException {
    String status;
    Map<String, List<String>> headers;
    try {
      status = line(in);
      headers = fields(in);
    } catch (IOException closed) {
      return new Answer("no answer", Map.of(), "", Map.of(), false, false);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Map<String, List<String>> trailers = Map.of();
    boolean whole = true;
    try {
      String length = first(headers, "content-length");
      if (bodiless || status.matches("HTTP/1.1 (1..|204|304).*")) {
        length = "0";
      }
      if ("chunked".equals(first(headers, "transfer-encoding")) && !"0".equals(length)) {
        trailers = chunks(in, body);
      } else if (length == null) {
        in.transferTo(body);
      } else {
        exactly(in, Integer.parseInt(length), body);
      }
    } catch (IOException cut) {
      whole = false;
    }
    return new Answer(
        status, headers, body.toString(StandardCharsets.ISO_8859_1), trailers, whole, false);
  }

  private static Map<String, List<String>> chunks(InputStream in, OutputStream body)
      throws IOException {
    int size = Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
    while (size > 0) {
      exactly(in, size, body);
      line(in);
      size = Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
    }
    return fields(in);
  }

  private static void exactly(InputStream in, int length, OutputStream body) throws IOException {
    byte[] bytes = in.readNBytes(length);
    body.write(bytes);
    if (bytes.length < length) {
      throw new EOFException();
    }
  }

  private static Map<String, List<String>> fields(InputStream in) throws IOException {
    Map<String, List<String>> fields = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      String name = (colon < 0 ? line : line.substring(0, colon)).toLowerCase(Locale.ROOT);
      String value =
          colon < 0 ? "no colon" : line.substring(colon + 1).replaceAll("^[ \t]+|[ \t]+$", "");
      fields.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    }
    return fields;
  }

  private static @Nullable String first(Map<String, List<String>> fields, String lowerName) {
    List<String> values = fields.get(lowerName);
    return values == null ? null : values.get(0);
  }

  /** Returns a line that ends in CR LF, without CR LF; other control characters remain in it. */
  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    while (next >= 0 && line.length() < LONGEST_LINE) {
      line.append((char) next);
      int length = line.length();
      if (next == '\n' && length > 1 && line.charAt(length - 2) == '\r') {
        return line.substring(0, length - 2);
      }
      next = in.read();
    }
    throw new EOFException();
  }
}
