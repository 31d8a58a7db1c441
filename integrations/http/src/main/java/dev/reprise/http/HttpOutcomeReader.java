package dev.reprise.http;

import org.jspecify.annotations.Nullable;

/** How a client says what came of an exchange. Pure: the same question has the same answer. */
public interface HttpOutcomeReader {

  /**
   * Looks at what an attempt returned.
   *
   * @param result never null
   * @return the answer in it; null if it is no answer of this client
   */
  @Nullable HttpResponseInfo reply(Object result);

  /**
   * Looks at what an attempt threw.
   *
   * @param failure as it was thrown, wrappers taken off
   * @return what it means; null if it is not about the exchange
   */
  @Nullable HttpFault fault(Throwable failure);
}
