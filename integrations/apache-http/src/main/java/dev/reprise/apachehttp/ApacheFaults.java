package dev.reprise.apachehttp;

import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.http.client.IoFaults;
import java.io.IOException;
import java.time.Instant;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.UnsupportedSchemeException;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.jspecify.annotations.Nullable;

/** Maps the failures of HttpClient to {@link HttpFault}. */
final class ApacheFaults implements HttpOutcomeReader {

  /** Reads outcomes of a request that may have been sent. */
  static final HttpOutcomeReader OUTCOMES = new ApacheFaults();

  private ApacheFaults() {}

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof HttpResponse response
        ? new ApacheResponseInfo(response, Instant.EPOCH, false)
        : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return of(failure, true);
  }

  /**
   * Maps a failure.
   *
   * @param sent true if a part of the request may have been sent
   */
  static @Nullable HttpFault of(Throwable failure, boolean sent) {
    if (failure instanceof HttpException) {
      return HttpFault.PROTOCOL;
    }
    if (!(failure instanceof IOException io)) {
      return null;
    }
    if (isProtocol(io)) {
      return HttpFault.PROTOCOL;
    }
    return sent ? afterRequest(io) : beforeRequest(io);
  }

  private static boolean isProtocol(IOException failure) {
    if (failure instanceof TruncatedChunkException) {
      return false;
    }
    return failure instanceof ClientProtocolException
        || failure instanceof UnsupportedSchemeException
        || failure instanceof MessageConstraintException
        || failure instanceof MalformedChunkCodingException;
  }

  private static @Nullable HttpFault afterRequest(IOException failure) {
    boolean closed =
        failure instanceof NoHttpResponseException
            || failure instanceof ConnectionClosedException
            || failure instanceof TruncatedChunkException;
    return closed ? HttpFault.CONNECTION_LOST : IoFaults.afterRequest(failure);
  }

  /** A pool without a free connection throws an interruption by its class, but it is a timeout. */
  private static @Nullable HttpFault beforeRequest(IOException failure) {
    if (failure instanceof ConnectionRequestTimeoutException) {
      return HttpFault.CONNECT_TIMEOUT;
    }
    boolean noConnection =
        failure instanceof RequestFailedException
            && failure.getCause() != null
            && !(failure.getCause() instanceof InterruptedException);
    return noConnection ? HttpFault.CONNECT : IoFaults.beforeRequest(failure);
  }
}
