package dev.reprise.apachehttp;

import dev.reprise.function.Attempt;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.jspecify.annotations.Nullable;

/**
 * What the request to the next address of a redirect has to know of the one before: they are one
 * request to the caller.
 *
 * @param exchangeId the same for all of them
 * @param latest the attempt that was answered with the redirect
 * @param caller what the caller cancels
 */
record Hop(String exchangeId, Attempt latest, @Nullable CancellableDependency caller) {

  private static final String ATTRIBUTE = "dev.reprise.apachehttp.hop";

  /** The address before, if there was one. */
  static @Nullable Hop before(HttpClientContext context, String exchangeId) {
    boolean same =
        context.getAttribute(ATTRIBUTE) instanceof Hop hop && hop.exchangeId.equals(exchangeId);
    return same ? (Hop) context.removeAttribute(ATTRIBUTE) : null;
  }

  void leaveIn(HttpClientContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }
}
