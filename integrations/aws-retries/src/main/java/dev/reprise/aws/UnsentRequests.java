package dev.reprise.aws;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Recognizes that a request had no connection: none was established, all of the client were in use,
 * or the client was closed. The clients of HTTP are optional, and Netty's pool has no exception
 * classes of its own, so both are recognized by name.
 */
final class UnsentRequests {

  private static final int DEPTH = 16;

  /** Apache HttpClient 5 and 4: not connected in time. */
  private static final Set<String> APACHE_NOT_CONNECTED =
      Set.of(
          "org.apache.hc.client5.http.ConnectTimeoutException",
          "org.apache.http.conn.ConnectTimeoutException");

  /** Apache HttpClient 5 and 4: all connections in use. */
  private static final Set<String> APACHE_POOL =
      Set.of(
          "org.apache.hc.core5.http.ConnectionRequestTimeoutException",
          "org.apache.http.conn.ConnectionPoolTimeoutException");

  private static final String NETTY_NOT_TLS = "io.netty.handler.ssl.NotSslRecordException";
  private static final String JDK_NOT_TLS = "Unsupported or unrecognized SSL message";
  private static final String JDK_NOT_CONNECTED = "connect timed out";

  private static final String NETTY_NO_FREE_CONNECTION = "Acquire operation took longer";
  private static final String NETTY_QUEUE_FULL = "Too many outstanding acquire operations";

  /** The pools of Apache HttpClient 4 and 5, and the threads of Netty. */
  private static final Set<String> CLOSED =
      Set.of(
          "Connection pool shut down",
          "executor not accepting a task",
          "event executor terminated");

  private UnsentRequests() {}

  /** Returns whether one of the causes says so. */
  static boolean isUnsent(Throwable failure) {
    return hasCause(failure, cause -> isUnconnected(cause) || hasNoFreeConnection(cause));
  }

  /** Returns whether the server does not exist, refuses connections or does not accept them. */
  static boolean isUnreachable(Throwable failure) {
    return hasCause(failure, UnsentRequests::isUnconnected);
  }

  /** Returns whether the server has no certificate that the client trusts, or no TLS. */
  static boolean isUntrusted(Throwable failure) {
    return hasCause(
        failure,
        cause ->
            cause instanceof CertificateException
                || cause instanceof SSLPeerUnverifiedException
                || cause.getClass().getName().equals(NETTY_NOT_TLS)
                || String.valueOf(cause.getMessage()).startsWith(JDK_NOT_TLS));
  }

  /** Returns whether the client was closed. One on the URL connection of the JDK still works. */
  static boolean isOfClosedClient(Throwable failure) {
    return hasCause(
        failure,
        cause ->
            (cause instanceof IllegalStateException || cause instanceof RejectedExecutionException)
                && CLOSED.contains(String.valueOf(cause.getMessage())));
  }

  private static boolean hasCause(Throwable failure, Predicate<Throwable> condition) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      if (condition.test(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static boolean isUnconnected(Throwable cause) {
    return cause instanceof UnknownHostException
        || cause instanceof ConnectException
        || cause instanceof NoRouteToHostException
        || APACHE_NOT_CONNECTED.contains(cause.getClass().getName())
        || (cause instanceof SocketTimeoutException
            && JDK_NOT_CONNECTED.equalsIgnoreCase(cause.getMessage()));
  }

  private static boolean hasNoFreeConnection(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return APACHE_POOL.contains(cause.getClass().getName())
        || message.startsWith(NETTY_NO_FREE_CONNECTION)
        || message.startsWith(NETTY_QUEUE_FULL);
  }
}
