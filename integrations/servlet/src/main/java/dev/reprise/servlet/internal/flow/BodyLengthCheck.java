package dev.reprise.servlet.internal.flow;

import dev.reprise.servlet.request.IncomingRequest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares the length of an unread body with the length that the head announces. */
final class BodyLengthCheck {

  private BodyLengthCheck() {}

  /**
   * The amount of a body that earlier filters have read.
   *
   * <p>A compressed body may decompress to fewer bytes than announced, but to at least one, and
   * only if a filter has replaced the server's stream.
   *
   * @param unread number of bytes that were still unread
   * @return the amount as text; null if, as far as can be known, nothing was read before
   */
  static @Nullable String missing(ServerExchange exchange, int unread) throws IOException {
    IncomingRequest request = exchange.request();
    long announced = length(request);
    if (announced < 0) {
      return unread == 0 && exchange.announcesUnknownLength() ? "all" : null;
    }
    if (unread >= announced
        || (unread > 0 && isCompressed(request) && exchange.hasReplacedBody())) {
      return null;
    }
    return announced - unread + " bytes";
  }

  /**
   * The announced length; -1 if it is unknown. A transfer coding takes precedence over a length
   * (RFC 9112, section 6.3).
   */
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

  private static boolean isCompressed(IncomingRequest request) {
    return request.header("Content-Encoding").stream()
        .map(coding -> coding.strip().toLowerCase(Locale.ROOT))
        .anyMatch(coding -> !coding.isEmpty() && !coding.equals("identity"));
  }
}
