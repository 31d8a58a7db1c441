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
 * Maps the JDK's I/O exceptions to {@link HttpFault}, for clients that know whether they had
 * started to send the request. For implementations of {@link HttpOutcomeReader}:
 *
 * <pre>{@code
 * HttpFault fault = sent ? IoFaults.afterRequest(failure) : IoFaults.beforeRequest(failure);
 * }</pre>
 *
 * <p>Safe for use by any thread. No method accepts null.
 */
public final class IoFaults {

  private static final int DEPTH = 8;

  private IoFaults() {}

  /**
   * Maps a failure of an attempt that had not started to send the request. Such a failure has no
   * effect.
   *
   * @param failure the exception of the client
   * @return the fault; null for an interruption
   */
  public static @Nullable HttpFault beforeRequest(IOException failure) {
    if (failure instanceof SSLException) {
      return isClosed(failure) ? HttpFault.HANDSHAKE : HttpFault.CERTIFICATE;
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
   * Maps a failure of an attempt that had started to send the request.
   *
   * @param failure the exception of the client
   * @return the fault; null for an interruption
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
    return isClosed(failure) ? HttpFault.CONNECTION_LOST : HttpFault.OTHER;
  }

  /** Returns true if the peer closed the connection or a socket was closed. */
  private static boolean isClosed(IOException failure) {
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
