package dev.reprise.http;

import java.time.Instant;
import java.util.List;

/**
 * Status and header fields of a response, as the rules read them; not its body. Implemented by
 * integrations. Immutable, and safe for use by any thread.
 */
public interface HttpResponseInfo {

  /**
   * The status code.
   *
   * @return a status such as 503
   */
  int status();

  /**
   * A header field.
   *
   * @param name name of the field, in any case; never null
   * @return the values of all its lines in their order; empty if it is absent
   */
  List<String> header(String name);

  /**
   * The time of arrival, by the wall clock of this machine. Dates in the response are compared with
   * it if the response has no field {@code Date}.
   *
   * @return the same instant at every call
   */
  Instant receivedAt();

  /**
   * Returns true if this is the response to a follow-up request that the client sent by itself,
   * such as one after a redirect. Its status does not show whether the first request had an effect,
   * so that effect is unknown.
   *
   * @return false unless overridden
   */
  default boolean isFollowUp() {
    return false;
  }

  /**
   * Returns true if the client created this response by itself because the request allowed only its
   * cache to answer. Another attempt would have the same result, so the rules have no row for it.
   *
   * @return false unless overridden
   */
  default boolean isLocal() {
    return false;
  }
}
