package dev.reprise.opensearch;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The response to a bulk request. The body is not copied and must not be changed.
 *
 * @param status the status code, from 100 to 599
 * @param headers the header fields; names may be in any case
 * @param body the whole body, without a content encoding
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed over, not compared
public record BulkResponse(int status, Map<String, List<String>> headers, byte[] body) {

  /**
   * Checks the components.
   *
   * @param status the status code, from 100 to 599
   * @param headers the header fields
   * @param body the body
   */
  public BulkResponse {
    headers = Map.copyOf(headers);
    Objects.requireNonNull(body, "body");
  }

  /**
   * Returns the status and the length of the body, without its content.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "status " + status + ", " + body.length + " bytes";
  }
}
