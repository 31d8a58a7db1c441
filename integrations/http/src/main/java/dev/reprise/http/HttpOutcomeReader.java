package dev.reprise.http;

import org.jspecify.annotations.Nullable;

/**
 * Reads the outcomes of one HTTP client: the response in a result, the fault in a failure. An
 * integration implements it and passes it to its planner:
 *
 * <pre>{@code
 * HttpPlanner planner = settings.planner(outcomes);
 * }</pre>
 *
 * <p>Both methods are pure: equal arguments give equal results. They are called by any thread.
 */
public interface HttpOutcomeReader {

  /**
   * Reads the result of an attempt.
   *
   * @param result the result; never null
   * @return the response in it; null if it is not a response of this client
   */
  @Nullable HttpResponseInfo response(Object result);

  /**
   * Classifies the failure of an attempt.
   *
   * @param failure the exception of the client, without wrappers; never null
   * @return the fault; null if the failure does not concern the exchange
   */
  @Nullable HttpFault fault(Throwable failure);
}
