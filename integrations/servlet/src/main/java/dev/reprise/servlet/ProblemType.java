package dev.reprise.servlet;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a filter answers in place of the handler: a problem of RFC 9457. */
enum ProblemType {
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

  int status() {
    return status;
  }

  /** {@code key-missing}. */
  String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The response: its type is a part of {@code describedAt}, if there is one. */
  RecordedResponse answer(String detail, @Nullable Duration retryAfter, @Nullable URI describedAt) {
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
    RecordedResponse answer =
        RecordedResponse.of(status).withBody("application/problem+json", json);
    if (retryAfter != null) {
      answer = answer.withHeader("Retry-After", Long.toString(wholeSeconds(retryAfter)));
    }
    return describedAt == null
        ? answer
        : answer.withHeader("Link", "<" + describedAt.toASCIIString() + ">; rel=\"describedby\"");
  }

  /** Rounded up, so that nobody comes too early. */
  static long wholeSeconds(Duration wait) {
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
