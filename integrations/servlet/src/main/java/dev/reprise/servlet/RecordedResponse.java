package dev.reprise.servlet;

import dev.reprise.servlet.internal.response.ResponseContent;
import java.util.List;
import java.util.Map;

/**
 * An HTTP response in memory: status, header fields and body. Duplicates of a request receive it.
 *
 * <pre>{@code
 * RecordedResponse response =
 *     RecordedResponse.of(201)
 *         .withHeader("Location", "/payments/17")
 *         .withBody("application/json", "{\"id\":17}");
 * }</pre>
 *
 * <p>Immutable, and safe for use by any thread. Two responses are equal if they have the same
 * content. Names of header fields are compared without case. No method accepts or returns null.
 */
public final class RecordedResponse {

  private final ResponseContent content;

  RecordedResponse(ResponseContent content) {
    this.content = content;
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
    return new RecordedResponse(ResponseContent.of(status));
  }

  /**
   * Adds a value of a header field, after the values that the field already has.
   *
   * @param name a token of RFC 9110, section 5.6.2
   * @param value characters from U+0020 to U+00FF without control characters, and tabs (section
   *     5.5)
   * @return a copy with this field
   * @throws IllegalArgumentException if {@code name} or {@code value} is not valid
   */
  public RecordedResponse withHeader(String name, String value) {
    return new RecordedResponse(content.withHeader(name, value));
  }

  /**
   * Replaces the body.
   *
   * @param contentType value of {@code Content-Type}, which is replaced as well
   * @param body any number of bytes; copied
   * @return a copy with this body
   * @throws IllegalArgumentException if {@code contentType} is not a valid field value
   */
  public RecordedResponse withBody(String contentType, byte[] body) {
    return new RecordedResponse(content.withBody(contentType, body.clone()));
  }

  /**
   * Replaces the body by a text, encoded in UTF-8.
   *
   * @param contentType value of {@code Content-Type}, which is replaced as well
   * @param body the text
   * @return a copy with this body
   * @throws IllegalArgumentException if {@code contentType} is not a valid field value
   */
  public RecordedResponse withBody(String contentType, String body) {
    return new RecordedResponse(content.withBody(contentType, body));
  }

  /**
   * The status.
   *
   * @return from 200 to 599
   */
  public int status() {
    return content.status();
  }

  /**
   * The header fields.
   *
   * @return each name with its values in their order; unmodifiable; keys are compared without case
   */
  public Map<String, List<String>> headers() {
    return content.headers();
  }

  /**
   * The values of a header field.
   *
   * @param name in any case
   * @return the values in their order; empty if there are none
   */
  public List<String> header(String name) {
    return content.header(name);
  }

  /**
   * The body.
   *
   * @return a copy; empty if there is none
   */
  public byte[] body() {
    return content.body().clone();
  }

  ResponseContent content() {
    return content;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordedResponse that && content.equals(that.content);
  }

  @Override
  public int hashCode() {
    return content.hashCode();
  }

  /**
   * The status and the size of the body, but not the content, which may be confidential.
   *
   * @return {@code 201, 120 bytes}
   */
  @Override
  public String toString() {
    return content.toString();
  }
}
