package dev.reprise.opensearch.internal;

import dev.reprise.classify.Failures;
import dev.reprise.http.HttpFault;
import dev.reprise.http.client.IoFaults;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps exceptions of transports to faults. */
final class TransportFaults {

  private static final int DEPTH = 16;

  private TransportFaults() {}

  /** A closed client, in the words of that of the JDK and of Apache's pool of connections. */
  private static final Set<String> CLOSED =
      Set.of("closed", "selector manager closed", "shutdownNow", "Connection pool shut down");

  /** Returns the fault; null if the failure does not concern the exchange. */
  static @Nullable HttpFault of(Throwable failure) {
    if (Failures.isInterruption(failure)) {
      return null;
    }
    IOException io = ioFailure(failure);
    if (io == null) {
      return isClosed(failure) ? HttpFault.CLIENT : null;
    }
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      HttpFault known = ofCause(cause);
      if (known != null) {
        return known;
      }
      cause = cause.getCause();
    }
    return IoFaults.afterRequest(io);
  }

  /** Returns the exception of the network: the failure, or one that an unchecked failure wraps. */
  private static @Nullable IOException ioFailure(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      if (cause instanceof IOException io) {
        return io;
      }
      cause = cause instanceof RuntimeException ? cause.getCause() : null;
    }
    return null;
  }

  private static @Nullable HttpFault ofCause(Throwable failure) {
    if (failure instanceof HttpConnectTimeoutException) {
      return HttpFault.CONNECT_TIMEOUT;
    }
    if (failure instanceof HttpTimeoutException) {
      return HttpFault.TIMEOUT;
    }
    boolean connect =
        failure instanceof ConnectException
            || failure instanceof UnknownHostException
            || failure instanceof UnresolvedAddressException;
    if (connect) {
      return HttpFault.CONNECT;
    }
    if (failure instanceof GeneralSecurityException) {
      return HttpFault.CERTIFICATE;
    }
    return isClosed(failure) ? HttpFault.CLIENT : null;
  }

  private static boolean isClosed(Throwable failure) {
    boolean plain =
        failure instanceof IllegalStateException || failure.getClass() == IOException.class;
    return plain
        && failure.getCause() == null
        && CLOSED.contains(String.valueOf(failure.getMessage()));
  }
}
