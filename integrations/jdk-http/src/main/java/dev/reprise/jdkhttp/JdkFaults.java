package dev.reprise.jdkhttp;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Failures;
import dev.reprise.http.HttpFault;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.FileSystemException;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Maps the failures of the JDK's client, from Java 17 to 25, to {@link HttpFault}. For integrations
 * of libraries that send with this client:
 *
 * <pre>{@code
 * HttpFault fault = JdkFaults.of(failure);
 * }</pre>
 *
 * <p>{@code send} wraps the failure in an exception of a public class; {@code sendAsync} does not.
 * So this checks all causes, the outermost first, and uses messages only if the class is not
 * specific. Arguments and results are not null. Safe for use by any thread.
 */
public final class JdkFaults {

  private static final int DEPTH = 16;

  /**
   * Faults that only the message shows. The names of HTTP/2 codes are those of the JDK's class
   * {@code ErrorFrame}; 7 is REFUSED_STREAM, 11 is ENHANCE_YOUR_CALM. Since Java 24, and in updates
   * of 17 and 21 that contain JDK-8335181, the client sends a request again, once, that the peer
   * has not processed, and the message says so if that fails as well. Earlier versions ignore the
   * last stream of a GOAWAY.
   */
  private static final Map<String, HttpFault> MESSAGES = messages();

  private JdkFaults() {}

  private static Map<String, HttpFault> messages() {
    Map<String, HttpFault> messages = new LinkedHashMap<>();
    messages.put("request not processed by peer", HttpFault.GOAWAY_NOT_PROCESSED);
    messages.put("too many concurrent streams", HttpFault.REFUSED_STREAM);
    messages.put("RST_STREAM: Stream not processed", HttpFault.REFUSED_STREAM);
    messages.put("RST_STREAM: Processing capacity exceeded", HttpFault.ENHANCE_YOUR_CALM);
    messages.put("RST_STREAM", HttpFault.STREAM_RESET);
    messages.put("GOAWAY", HttpFault.GOAWAY);
    messages.put("malformed response", HttpFault.PROTOCOL);
    messages.put("body exceeds capacity", HttpFault.CLIENT); // BodyHandlers.limiting of Java 25
    messages.put("selector manager closed", HttpFault.CLIENT);
    messages.put("shutdownNow", HttpFault.CLIENT);
    messages.put("onnection reset", HttpFault.CONNECTION_LOST);
    messages.put("onnection closed", HttpFault.CONNECTION_LOST);
    messages.put("header parser received no bytes", HttpFault.CONNECTION_LOST);
    messages.put("EOF reached while reading", HttpFault.CONNECTION_LOST);
    messages.put("fixed content-length", HttpFault.CONNECTION_LOST);
    messages.put("chunked transfer encoding", HttpFault.CONNECTION_LOST);
    messages.put("Broken pipe", HttpFault.CONNECTION_LOST);
    return messages;
  }

  /**
   * Maps a failure.
   *
   * @param failure the exception of the client, or one with it among its causes; never null
   * @return the fault; null if the failure does not concern the exchange
   */
  public static @Nullable HttpFault of(Throwable failure) {
    if (failure instanceof Error
        || Failures.isInterruption(failure)
        || Failures.isCancellation(failure)) {
      return null;
    }
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      HttpFault known = ofCause(cause);
      if (known != null) {
        return known;
      }
      cause = cause.getCause();
    }
    return failure instanceof IOException ? HttpFault.OTHER : null;
  }

  private static @Nullable HttpFault ofCause(Throwable failure) {
    if (failure instanceof SSLException ssl) {
      return tls(ssl);
    }
    HttpFault byClass = byClass(failure);
    return byClass != null || !(failure instanceof IOException) ? byClass : byMessage(failure);
  }

  private static @Nullable HttpFault byClass(Throwable failure) {
    if (failure instanceof HttpConnectTimeoutException) {
      return HttpFault.CONNECT_TIMEOUT;
    }
    if (failure instanceof HttpTimeoutException || failure instanceof AttemptTimeoutException) {
      return HttpFault.TIMEOUT;
    }
    if (failure instanceof ConnectException
        || failure instanceof UnknownHostException
        || failure instanceof UnresolvedAddressException) {
      return HttpFault.CONNECT;
    }
    if (failure instanceof ProtocolException) {
      return HttpFault.PROTOCOL;
    }
    if (failure instanceof EOFException
        || failure instanceof SocketException
        || failure instanceof ClosedChannelException) {
      return HttpFault.CONNECTION_LOST;
    }
    boolean local =
        failure instanceof ClientClosedException
            || failure instanceof FileSystemException
            || failure instanceof Error
            || (failure instanceof RuntimeException && !(failure instanceof UncheckedIOException));
    return local ? HttpFault.CLIENT : null;
  }

  private static @Nullable HttpFault byMessage(Throwable failure) {
    String message = failure.getMessage();
    if (message == null) {
      return null;
    }
    if (message.equals("closed") && failure.getCause() == null) {
      return HttpFault.CLIENT;
    }
    for (Map.Entry<String, HttpFault> known : MESSAGES.entrySet()) {
      if (message.contains(known.getKey())) {
        return known.getValue();
      }
    }
    return null;
  }

  /** A handshake that the peer ended early is retried; a handshake that failed is not. */
  private static HttpFault tls(SSLException failure) {
    boolean lost = false;
    boolean refused = failure instanceof SSLPeerUnverifiedException;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      lost |= cause instanceof EOFException || cause instanceof SocketException || isClosed(cause);
      refused |= cause instanceof GeneralSecurityException;
      cause = cause.getCause();
    }
    if (refused) {
      return HttpFault.CERTIFICATE;
    }
    if (failure instanceof SSLHandshakeException) {
      return lost ? HttpFault.HANDSHAKE : HttpFault.CERTIFICATE;
    }
    return HttpFault.CONNECTION_LOST;
  }

  private static boolean isClosed(Throwable failure) {
    String message = failure.getMessage();
    return message != null
        && (message.contains("terminated the handshake") || message.contains("onnection reset"));
  }
}
