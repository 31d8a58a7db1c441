package dev.reprise.servlet.internal.response;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reason for a response that a filter sends instead of the handler: a problem of RFC 9457. */
public enum ProblemType {
  KEY_MISSING(400, "Bad Request"),
  KEY_MALFORMED(400, "Bad Request"),
  FINGERPRINT_MISSING(400, "Bad Request"),
  PRINCIPAL_MISSING(403, "Forbidden"),
  OUTCOME_PENDING(409, "Conflict"),
  OUTCOME_REFUSED(409, "Conflict"),
  OUTCOME_NOT_REPLAYABLE(410, "Gone"),
  BODY_TOO_LARGE(413, "Content Too Large"),
  KEY_REUSED(422, "Unprocessable Content"),
  TOO_MANY_REQUESTS(429, "Too Many Requests"),
  OVERLOADED(503, "Service Unavailable"),
  UNAVAILABLE(503, "Service Unavailable");

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public int status() {
    return status;
  }

  /** The value of the member {@code code}, such as {@code key-missing}. */
  String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The response.
   *
   * @param retryAfter value of {@code Retry-After}, rounded up to whole seconds; null for none
   * @param describedAt page that describes the problems, on which the type of the problem is a
   *     fragment; null for none
   */
  public ResponseContent response(
      String detail, @Nullable Duration retryAfter, @Nullable URI describedAt) {
    String type = describedAt == null ? "about:blank" : describedAt.toASCIIString() + "#" + code();
    String json =
        "{\"type\":"
            + quoted(type)
            + ",\"title\":"
            + quoted(title)
            + ",\"status\":"
            + status
            + ",\"code\":"
            + quoted(code())
            + ",\"detail\":"
            + quoted(detail)
            + "}";
    ResponseContent response =
        ResponseContent.of(status).withBody("application/problem+json", json);
    if (retryAfter != null) {
      response = response.withHeader("Retry-After", Long.toString(wholeSeconds(retryAfter)));
    }
    return describedAt == null
        ? response
        : response.withHeader("Link", "<" + describedAt.toASCIIString() + ">; rel=\"describedby\"");
  }

  /** Rounded up, so that no client comes too early. */
  private static long wholeSeconds(Duration wait) {
    return wait.toNanosPart() == 0 ? wait.toSeconds() : wait.toSeconds() + 1;
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char next = text.charAt(at);
      if (next == '"' || next == '\\') {
        json.append('\\').append(next);
      } else if (next < ' ' || Character.isSurrogate(next)) {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) next));
      } else {
        json.append(next);
      }
    }
    return json.append('"').toString();
  }
}
