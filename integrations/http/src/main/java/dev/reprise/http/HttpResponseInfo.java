package dev.reprise.http;

import java.time.Instant;
import java.util.List;

/** What the rules see of an answer. The body is none of it. */
public interface HttpResponseInfo {

  /**
   * The status code.
   *
   * @return such as 503
   */
  int status();

  /**
   * A header field.
   *
   * @param name its name, in any case
   * @return the values of all its lines, in their order; empty if there is none
   */
  List<String> header(String name);

  /**
   * When the answer arrived, by the wall clock: dates in it are compared with that if it has no
   * {@code Date} of its own.
   *
   * @return the same instant at every call
   */
  Instant receivedAt();

  /**
   * Whether the client got this answer to a request that it sent by itself after another answer,
   * such as a redirect, which does not say that the first request was not acted on. Its status then
   * tells nothing of the effect of the first request, which is unknown.
   *
   * @return false unless overridden
   */
  default boolean isFollowUp() {
    return false;
  }

  /**
   * Whether the client made this answer by itself without asking anybody, because the request said
   * that only its cache may answer. Another attempt would come to the same, so the rules have no
   * row for it.
   *
   * @return false unless overridden
   */
  default boolean isLocal() {
    return false;
  }
}
