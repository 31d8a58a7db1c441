package dev.reprise.servlet;

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
 * A response over HTTP: status, header fields and body, all of them in memory. Immutable, equal by
 * content; the names of fields are compared without case. No method takes null.
 */
public final class RecordedResponse {

  private final int status;
  private final Map<String, List<String>> headers;
  private final byte[] body;
  private final long leftOut;
  private final @Nullable ErrorPage error;

  RecordedResponse(
      int status,
      Map<String, List<String>> headers,
      byte[] body,
      long leftOut,
      @Nullable ErrorPage error) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.leftOut = leftOut;
    this.error = error;
  }

  /**
   * A response without header fields and body.
   *
   * @param status from 200 to 599
   * @return the response
   * @throws IllegalArgumentException if {@code status} is not within its bounds
   */
  public static RecordedResponse of(int status) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("status must be from 200 to 599, but was " + status);
    }
    return new RecordedResponse(status, Map.of(), new byte[0], 0, null);
  }

  /**
   * Adds a header field, after those it has of this name.
   *
   * @param name a token of RFC 9110, section 5.6.2
   * @param value characters from U+0020 to U+00FF without control characters, and tabs (section
   *     5.5)
   * @return a copy with this field
   * @throws IllegalArgumentException if {@code name} or {@code value} is not fit to be sent
   */
  public RecordedResponse withHeader(String name, String value) {
    if (!FieldText.isName(name)) {
      throw new IllegalArgumentException("name must be a token, but was " + FieldText.shown(name));
    }
    if (!FieldText.isValue(value)) {
      throw new IllegalArgumentException(
          "value of "
              + FieldText.shown(name)
              + " must be of characters up to U+00FF without control characters");
    }
    Map<String, List<String>> more = fields();
    headers.forEach((known, values) -> more.put(known, new ArrayList<>(values)));
    more.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    return withHeaders(more);
  }

  /**
   * Replaces the body.
   *
   * @param contentType value of Content-Type, which is replaced as well
   * @param body any number of bytes; copied
   * @return a copy with this body
   * @throws IllegalArgumentException if {@code contentType} is not fit to be sent
   */
  public RecordedResponse withBody(String contentType, byte[] body) {
    Map<String, List<String>> others = fields();
    others.putAll(headers);
    others.remove("Content-Type");
    return new RecordedResponse(status, others, body.clone(), 0, null)
        .withHeader("Content-Type", contentType);
  }

  /**
   * Replaces the body by a text in UTF-8.
   *
   * @param contentType value of Content-Type, which is replaced as well
   * @param body the text
   * @return a copy with this body
   * @throws IllegalArgumentException if {@code contentType} is not fit to be sent
   */
  public RecordedResponse withBody(String contentType, String body) {
    return withBody(contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The status.
   *
   * @return from 200 to 599
   */
  public int status() {
    return status;
  }

  /**
   * The header fields.
   *
   * @return each name with its values in their order; cannot be changed, and is asked without case
   */
  public Map<String, List<String>> headers() {
    return headers;
  }

  /**
   * The values of a header field.
   *
   * @param name in any case
   * @return the values in their order; empty if there are none
   */
  public List<String> header(String name) {
    return Objects.requireNonNullElse(headers.get(name), List.of());
  }

  /**
   * The body.
   *
   * @return a copy; empty if there is none
   */
  public byte[] body() {
    return body.clone();
  }

  /** The number of bytes of the body that was too long to be kept; 0 if it was kept. */
  long leftOut() {
    return leftOut;
  }

  /** What a servlet gave to {@code sendError}; null if it did not. */
  @Nullable ErrorPage error() {
    return error;
  }

  /** With these fields as they can be sent; one without values is one that the handler removed. */
  RecordedResponse withHeaders(Map<String, List<String>> changed) {
    Map<String, List<String>> copy = fields();
    changed.forEach(
        (name, values) -> {
          if (FieldText.isName(name)) {
            copy.put(name, values.stream().map(FieldText::sendable).toList());
          }
        });
    return new RecordedResponse(status, Collections.unmodifiableMap(copy), body, leftOut, error);
  }

  RecordedResponse withError(ErrorPage page) {
    return new RecordedResponse(status, headers, body, leftOut, page);
  }

  RecordedResponse withoutBody(long bytes) {
    return new RecordedResponse(status, headers, new byte[0], bytes, error);
  }

  static Map<String, List<String>> fields() {
    return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  private Map<String, List<String>> comparable() {
    Map<String, List<String>> lower = new TreeMap<>();
    headers.forEach((name, values) -> lower.put(name.toLowerCase(Locale.ROOT), values));
    return lower;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordedResponse that
        && status == that.status
        && leftOut == that.leftOut
        && comparable().equals(that.comparable())
        && Arrays.equals(body, that.body)
        && Objects.equals(error, that.error);
  }

  @Override
  public int hashCode() {
    return Objects.hash(status, comparable(), Arrays.hashCode(body), leftOut, error);
  }

  /**
   * The status and the size, for the content may be confidential.
   *
   * @return {@code 201, 120 bytes}
   */
  @Override
  public String toString() {
    return status + ", " + Math.max(body.length, leftOut) + " bytes";
  }
}
