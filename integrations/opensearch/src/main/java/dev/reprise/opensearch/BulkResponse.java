package dev.reprise.opensearch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The response to a bulk request. The body is not copied and must not be changed.
 *
 * @param status the status code, from 100 to 599
 * @param headers the header fields; names may be in any case. A field without a name, with which
 *     {@code HttpURLConnection} returns the status line, is left out
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
    Map<String, List<String>> named = new HashMap<>(headers);
    named.remove(null);
    headers = Map.copyOf(named);
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
