package dev.reprise.servlet.internal.flow;

import dev.reprise.servlet.internal.response.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;

/** Reads the body of a request, for its fingerprint or only to its end. */
public final class RequestBodyReader {

  /** Smallest bound on the bytes that are read of a request that is refused. */
  public static final int MIN_DISCARDED_OF_REFUSED = 2 * 1024 * 1024;

  /** Bound on the bytes that are read of a request whose response is replayed. */
  public static final int MAX_DISCARDED_OF_REPLAYED = 64 * 1024 * 1024;

  private static final Logger LOG = System.getLogger("dev.reprise.servlet");

  private RequestBodyReader() {}

  /**
   * Reads the whole body.
   *
   * @throws RequestRefusedException if it is longer than {@code maxRequestBytes}
   * @throws IllegalStateException if an earlier filter has read it, and it is not a form
   */
  static RequestBody read(ServerExchange exchange, RequestSettings settings)
      throws IOException, RequestRefusedException {
    InputStream in;
    try {
      in = exchange.body();
    } catch (IllegalStateException readByAReader) {
      return readBefore(exchange, settings, "all");
    }
    int max = settings.maxRequestBytes;
    byte[] body = in.readNBytes(max);
    if (body.length == max && in.read() >= 0) {
      throw new RequestRefusedException(
          ProblemType.BODY_TOO_LARGE,
          "The body of a request with an Idempotency-Key must be at most " + max + " bytes long.");
    }
    String missing = BodyLengthCheck.missing(exchange, body.length);
    if (missing == null) {
      return new RequestBody(body, null);
    }
    if (body.length > 0) {
      throw wrongOrder(missing);
    }
    return readBefore(exchange, settings, missing);
  }

  /** A body that an earlier filter has read: a form has parameters, other bodies are an error. */
  private static RequestBody readBefore(
      ServerExchange exchange, RequestSettings settings, String missing) {
    Map<String, String[]> form = settings.fingerprint == null ? exchange.formReadBefore() : null;
    if (form == null) {
      throw wrongOrder(missing);
    }
    return new RequestBody(RequestBody.UNREAD.bytes(), form);
  }

  private static IllegalStateException wrongOrder(String missing) {
    return new IllegalStateException(
        "the filter for Idempotency-Key must come before any filter that reads the body, or use"
            + " fingerprintWithoutBody: "
            + missing
            + " of the body had been read before");
  }

  static void discardRefused(ServerExchange exchange, int maxRequestBytes) throws IOException {
    discard(exchange, Math.max(maxRequestBytes, MIN_DISCARDED_OF_REFUSED));
  }

  /**
   * Reads and drops the body of a request whose refusal was sent already. A server that closes the
   * connection of a client that is still sending may destroy the refusal on its way. A failure has
   * no effect: the client is gone.
   */
  public static void discardAfterRefusal(InputStream body) {
    try {
      discard(body, MIN_DISCARDED_OF_REFUSED);
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, "a client left while its request was refused", gone);
    }
  }

  static void discardReplayed(ServerExchange exchange) throws IOException {
    discard(exchange, MAX_DISCARDED_OF_REPLAYED);
  }

  /**
   * Reads and drops the unread part of the body before a response that does not come from the
   * handler. A client that is still sending may not see a response that comes before it has
   * finished. The bound keeps a client that never finishes from holding the thread. This reads
   * instead of skipping, since streams of servers do not skip as they read. It must not be called
   * after the handler has run: the handler may have closed the body, or read it through a reader.
   */
  private static void discard(ServerExchange exchange, int maxBytes) throws IOException {
    InputStream in;
    try {
      in = exchange.body();
    } catch (IllegalStateException readByAReader) {
      return;
    }
    discard(in, maxBytes);
  }

  private static void discard(InputStream in, int maxBytes) throws IOException {
    if (in.read() < 0) {
      return;
    }
    byte[] buffer = new byte[8192];
    int remaining = maxBytes - 1;
    int count = 0;
    while (remaining > 0 && count >= 0) {
      count = in.read(buffer, 0, Math.min(remaining, buffer.length));
      remaining -= count;
    }
  }
}
