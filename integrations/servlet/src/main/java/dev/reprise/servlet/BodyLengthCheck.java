package dev.reprise.servlet;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares what was left of a body with what the head of the request announces of it. */
final class BodyLengthCheck {

  private BodyLengthCheck() {}

  /**
   * How much of a body earlier filters have read.
   *
   * <p>A packed body may be unpacked to fewer bytes than were announced, but only by a stream that
   * is not the server's, and not to none.
   *
   * @param left the number of bytes that were left
   * @return the amount in words; null if all of the body was left, as far as can be known
   */
  static @Nullable String missing(ServerExchange exchange, int left) throws IOException {
    IncomingRequest request = exchange.request();
    long announced = length(request);
    if (announced < 0) {
      return left == 0 && exchange.announcesUnknownLength() ? "all" : null;
    }
    if (left >= announced || (left > 0 && isPacked(request) && exchange.hasForeignBody())) {
      return null;
    }
    return announced - left + " bytes";
  }

  /** -1 if it is unknown: a transfer coding counts before a length (RFC 9112, section 6.3). */
  private static long length(IncomingRequest request) {
    List<String> lengths = request.header("Content-Length");
    try {
      return lengths.isEmpty() || !request.header("Transfer-Encoding").isEmpty()
          ? -1
          : Long.parseLong(lengths.get(0).strip());
    } catch (NumberFormatException malformed) {
      return -1;
    }
  }

  private static boolean isPacked(IncomingRequest request) {
    return request.header("Content-Encoding").stream()
        .map(coding -> coding.strip().toLowerCase(Locale.ROOT))
        .anyMatch(coding -> !coding.isEmpty() && !coding.equals("identity"));
  }
}
