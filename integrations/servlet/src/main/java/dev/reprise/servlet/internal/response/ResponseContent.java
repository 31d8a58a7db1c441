package dev.reprise.servlet.internal.response;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A response in memory: status, header fields, and body or the length of a body that was too long.
 * Immutable, except that arrays are not copied: {@link #body} must not be changed.
 */
public final class ResponseContent {

  private static final byte[] NO_BODY = {};

  private final int status;
  private final Map<String, List<String>> headers;
  private final byte[] body;
  private final long omittedBytes;
  private final @Nullable ErrorPage error;

  private ResponseContent(
      int status,
      Map<String, List<String>> headers,
      byte[] body,
      long omittedBytes,
      @Nullable ErrorPage error) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.omittedBytes = omittedBytes;
    this.error = error;
  }

  /** A response of any status, without header fields and body. */
  public static ResponseContent of(int status) {
    return new ResponseContent(status, Map.of(), NO_BODY, 0, null);
  }

  /** An empty map whose keys are compared without case. */
  public static Map<String, List<String>> newFields() {
    return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  /**
   * A copy with one more value of a header field.
   *
   * @throws IllegalArgumentException if the name or the value is not valid
   */
  public ResponseContent withHeader(String name, String value) {
    if (!FieldText.isName(name)) {
      throw new IllegalArgumentException("name must be a token, but was " + FieldText.shown(name));
    }
    if (!FieldText.isValue(value)) {
      throw new IllegalArgumentException(
          "value of "
              + FieldText.shown(name)
              + " must be of characters up to U+00FF without control characters");
    }
    Map<String, List<String>> more = newFields();
    headers.forEach((known, values) -> more.put(known, new ArrayList<>(values)));
    more.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    return withHeaders(more);
  }

  /**
   * A copy with these fields instead of the present ones. A field without values is one that the
   * handler removed. Drops fields whose names are not valid, and replaces characters of values that
   * are not valid by spaces.
   */
  public ResponseContent withHeaders(Map<String, List<String>> fields) {
    Map<String, List<String>> copy = newFields();
    fields.forEach(
        (name, values) -> {
          if (FieldText.isName(name)) {
            copy.put(name, values.stream().map(FieldText::sendable).toList());
          }
        });
    return new ResponseContent(
        status, Collections.unmodifiableMap(copy), body, omittedBytes, error);
  }

  /** A copy with another body and its type. */
  public ResponseContent withBody(String contentType, byte[] bytes) {
    Map<String, List<String>> others = newFields();
    others.putAll(headers);
    others.remove("Content-Type");
    return withHeaders(others).withBody(bytes).withHeader("Content-Type", contentType);
  }

  /** A copy with another body and its type; the text is encoded in UTF-8. */
  public ResponseContent withBody(String contentType, String text) {
    return withBody(contentType, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy with another body and the same fields. */
  public ResponseContent withBody(byte[] bytes) {
    return new ResponseContent(status, headers, bytes, 0, null);
  }

  /** A copy whose body was too long to be recorded. */
  public ResponseContent withOmittedBody(long bytes) {
    return new ResponseContent(status, headers, NO_BODY, bytes, error);
  }

  /** A copy that the handler sent as an error; null if it did not. */
  public ResponseContent withError(@Nullable ErrorPage page) {
    return new ResponseContent(status, headers, body, omittedBytes, page);
  }

  public int status() {
    return status;
  }

  /** The header fields; their names are compared without case. */
  public Map<String, List<String>> headers() {
    return headers;
  }

  /** The values of a header field; empty if it is absent. */
  public List<String> header(String name) {
    return Objects.requireNonNullElse(headers.get(name), List.of());
  }

  /** The body, not copied; empty if there is none. */
  public byte[] body() {
    return body;
  }

  /** Length of a body that was too long to be recorded; 0 if the body is recorded. */
  public long omittedBytes() {
    return omittedBytes;
  }

  /** The page that the servlet requested with {@code sendError}; null if it did not. */
  public @Nullable ErrorPage error() {
    return error;
  }

  private Map<String, List<String>> comparable() {
    Map<String, List<String>> lower = new TreeMap<>();
    headers.forEach((name, values) -> lower.put(name.toLowerCase(Locale.ROOT), values));
    return lower;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResponseContent that
        && status == that.status
        && omittedBytes == that.omittedBytes
        && comparable().equals(that.comparable())
        && Arrays.equals(body, that.body)
        && Objects.equals(error, that.error);
  }

  @Override
  public int hashCode() {
    return Objects.hash(status, comparable(), Arrays.hashCode(body), omittedBytes, error);
  }

  /** {@code 201, 120 bytes}: not the content, which may be confidential. */
  @Override
  public String toString() {
    return status + ", " + Math.max(body.length, omittedBytes) + " bytes";
  }
}
