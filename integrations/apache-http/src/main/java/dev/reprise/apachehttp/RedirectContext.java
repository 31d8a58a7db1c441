package dev.reprise.apachehttp;

import dev.reprise.function.Attempt;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.jspecify.annotations.Nullable;

/**
 * Passes the state of a request on to the request after its redirect: the caller made only one
 * request.
 *
 * @param exchangeId the same for all of them
 * @param latest the attempt that received the redirect
 * @param caller what the caller cancels
 */
record RedirectContext(String exchangeId, Attempt latest, @Nullable CancellableDependency caller) {

  private static final String ATTRIBUTE = "dev.reprise.apachehttp.hop";

  /** The address before, if there was one. */
  static @Nullable RedirectContext before(HttpClientContext context, String exchangeId) {
    boolean same =
        context.getAttribute(ATTRIBUTE) instanceof RedirectContext hop
            && hop.exchangeId.equals(exchangeId);
    return same ? (RedirectContext) context.removeAttribute(ATTRIBUTE) : null;
  }

  void leaveIn(HttpClientContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }
}
