package dev.reprise.http.client;

import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownServiceException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Meaning of the JDK's I/O exceptions, for clients that know whether they had begun to send the
 * request. For implementations of {@link HttpOutcomeReader}.
 */
public final class IoFaults {

  private static final int DEPTH = 8;

  private IoFaults() {}

  /**
   * Looks at a failure of an attempt that had sent nothing of a request: whatever it was, it had no
   * effect.
   *
   * @param failure what the client threw
   * @return what it means; null for an interruption
   */
  public static @Nullable HttpFault beforeRequest(IOException failure) {
    if (failure instanceof SSLException) {
      return isCutShort(failure) ? HttpFault.HANDSHAKE : HttpFault.CERTIFICATE;
    }
    if (failure instanceof SocketTimeoutException) {
      return HttpFault.CONNECT_TIMEOUT;
    }
    if (failure instanceof ProtocolException || failure instanceof UnknownServiceException) {
      return HttpFault.PROTOCOL;
    }
    return failure instanceof InterruptedIOException ? null : HttpFault.CONNECT;
  }

  /**
   * Looks at a failure of an attempt that had begun to send a request.
   *
   * @param failure what the client threw
   * @return what it means; null for an interruption
   */
  public static @Nullable HttpFault afterRequest(IOException failure) {
    if (failure instanceof SocketTimeoutException) {
      return HttpFault.TIMEOUT;
    }
    if (failure instanceof ProtocolException) {
      return HttpFault.PROTOCOL;
    }
    if (failure instanceof InterruptedIOException) {
      return null;
    }
    return isCutShort(failure) ? HttpFault.CONNECTION_LOST : HttpFault.OTHER;
  }

  /** Returns true if the peer closed the connection or a socket was closed. */
  private static boolean isCutShort(IOException failure) {
    Throwable layer = failure;
    for (int depth = 0; layer != null && depth < DEPTH; depth++) {
      if (layer instanceof EOFException
          || layer instanceof SocketException
          || layer instanceof ClosedChannelException) {
        return true;
      }
      layer = layer.getCause();
    }
    return false;
  }
}
