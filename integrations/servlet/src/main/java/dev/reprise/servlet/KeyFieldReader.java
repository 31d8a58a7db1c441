package dev.reprise.servlet;

import dev.reprise.http.IdempotencyKeyField;
import java.util.List;

/** The key in a request's header field. */
final class KeyFieldReader {

  private KeyFieldReader() {}

  /** The field's lines; empty if it is absent. */
  static List<String> lines(IncomingRequest request) {
    return request.header(IdempotencyKeyField.NAME);
  }

  /** The key. */
  static String read(List<String> lines, boolean acceptsUnquoted) throws RequestRefusedException {
    if (lines.size() != 1) {
      throw new RequestRefusedException(
          ProblemType.KEY_MALFORMED,
          "Idempotency-Key must be sent once, but was sent " + lines.size() + " times.");
    }
    try {
      return acceptsUnquoted
          ? IdempotencyKeyField.parseLenient(lines.get(0))
          : IdempotencyKeyField.parse(lines.get(0));
    } catch (IllegalArgumentException malformed) {
      throw new RequestRefusedException(
          ProblemType.KEY_MALFORMED, malformed.getMessage() + ".", null, malformed);
    }
  }
}
