package dev.reprise.apachehttp;

import dev.reprise.function.Attempt;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.jspecify.annotations.Nullable;

/**
 * State that a redirected request takes over from the request before it, since the caller made only
 * one request.
 *
 * @param exchangeId id that is common to all requests of the redirect
 * @param latest the attempt that received the redirect
 * @param caller the object that the caller can cancel; null if there is none
 */
record RedirectContext(String exchangeId, Attempt latest, @Nullable CancellableDependency caller) {

  private static final String ATTRIBUTE = "dev.reprise.apachehttp.redirect";

  /** Removes the state of the earlier request; null if the request is not redirected. */
  static @Nullable RedirectContext takeFrom(HttpClientContext context, String exchangeId) {
    boolean same =
        context.getAttribute(ATTRIBUTE) instanceof RedirectContext earlier
            && earlier.exchangeId.equals(exchangeId);
    return same ? (RedirectContext) context.removeAttribute(ATTRIBUTE) : null;
  }

  void storeIn(HttpClientContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }
}
