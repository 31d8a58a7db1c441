package dev.reprise.opensearch;

/**
 * A bulk request: {@code POST} of newline-delimited JSON. The body is not copied and must not be
 * changed.
 *
 * @param path path and query, beginning with a slash, such as {@code /orders/_bulk}
 * @param body the actions and documents, in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed over, not compared
public record BulkRequest(String path, byte[] body) {

  /** Value of the header field {@code Content-Type}. */
  public static final String CONTENT_TYPE = "application/x-ndjson";

  /**
   * Returns the path and the length of the body, without its content.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "POST " + path + ", " + body.length + " bytes";
  }
}
