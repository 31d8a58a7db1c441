package dev.reprise.aws;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Recognizes that a request had no connection: none was established, or all of the client were in
 * use. The clients of HTTP are optional, and Netty's pool has no exception classes of its own, so
 * both are recognized by name.
 */
final class UnsentRequests {

  private static final int DEPTH = 16;

  /** Apache HttpClient 5 and 4: not connected in time; all connections in use. */
  private static final Set<String> APACHE =
      Set.of(
          "org.apache.hc.client5.http.ConnectTimeoutException",
          "org.apache.hc.core5.http.ConnectionRequestTimeoutException",
          "org.apache.http.conn.ConnectTimeoutException",
          "org.apache.http.conn.ConnectionPoolTimeoutException");

  private static final String NETTY_NO_FREE_CONNECTION = "Acquire operation took longer";
  private static final String NETTY_QUEUE_FULL = "Too many outstanding acquire operations";

  private UnsentRequests() {}

  /** Returns whether one of the causes says so. */
  static boolean isUnsent(Throwable failure) {
    return hasCause(failure, cause -> isUnconnected(cause) || hasNoFreeConnection(cause));
  }

  /** Returns whether the server does not exist or refuses connections. */
  static boolean isUnreachable(Throwable failure) {
    return hasCause(failure, UnsentRequests::isUnconnected);
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
    return cause instanceof UnknownHostException || cause instanceof ConnectException;
  }

  private static boolean hasNoFreeConnection(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return APACHE.contains(cause.getClass().getName())
        || message.startsWith(NETTY_NO_FREE_CONNECTION)
        || message.startsWith(NETTY_QUEUE_FULL);
  }
}
