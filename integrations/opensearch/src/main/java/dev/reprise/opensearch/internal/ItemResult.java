package dev.reprise.opensearch.internal;

import org.jspecify.annotations.Nullable;

/**
 * The result of one item in a response.
 *
 * @param status its status
 * @param type type of its error; null if it has none
 * @param reason reason of its error; null if it has none
 */
public record ItemResult(int status, @Nullable String type, @Nullable String reason) {

  /** The error in one line, such as {@code 409 version_conflict_engine_exception: …}. */
  public String message() {
    StringBuilder text = new StringBuilder(Integer.toString(status));
    if (type != null) {
      text.append(' ').append(type);
    }
    if (reason != null) {
      text.append(type == null ? " " : ": ").append(reason);
    }
    return text.toString();
  }
}
