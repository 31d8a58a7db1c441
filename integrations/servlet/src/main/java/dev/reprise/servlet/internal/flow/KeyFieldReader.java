package dev.reprise.servlet.internal.flow;

import dev.reprise.http.IdempotencyKeyField;
import dev.reprise.servlet.internal.response.ProblemType;
import dev.reprise.servlet.request.IncomingRequest;
import java.util.List;

/** Reads the key from the header field {@code Idempotency-Key}. */
final class KeyFieldReader {

  private KeyFieldReader() {}

  /** The lines of the field; empty if it is absent. */
  static List<String> lines(IncomingRequest request) {
    return request.header(IdempotencyKeyField.NAME);
  }

  /**
   * The key.
   *
   * @throws RequestRefusedException if the field is present several times, or not a valid key
   */
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
