package dev.reprise.http;

import org.jspecify.annotations.Nullable;

/**
 * Reads the outcomes of one HTTP client: the response in a result, the fault in a failure. Pure:
 * the same argument gives the same result.
 */
public interface HttpOutcomeReader {

  /**
   * Reads the result of an attempt.
   *
   * @param result never null
   * @return the response in it; null if it is no response of this client
   */
  @Nullable HttpResponseInfo response(Object result);

  /**
   * Classifies the failure of an attempt.
   *
   * @param failure the exception of the client, without wrappers
   * @return the fault; null if the failure does not concern the exchange
   */
  @Nullable HttpFault fault(Throwable failure);
}
