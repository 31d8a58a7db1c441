package dev.reprise;

/**
 * Replaces retries for the calls in a scope: for tests without waits, batch jobs with a deadline,
 * or an incident in which all retries shall stop. The implementation knows which calls are in its
 * scope, by a thread-local or by a context that is propagated.
 *
 * <p>{@code dev.reprise.testing.RetryScope} is an override for the calls of a thread. Without an
 * installed override, a call pays one read for the check.
 */
@FunctionalInterface
public interface RetryOverride {

  /**
   * Returns the retry that makes a call.
   *
   * @param retry the retry that is about to make the call
   * @return the same retry, or a copy with other settings. Called once per call, on the thread that
   *     begins it. If it throws or returns null, {@code retry} makes the call, and this is logged
   *     once
   */
  Retry apply(Retry retry);

  /**
   * Installs an override for all calls of all retries that begin from now on. Running calls are not
   * affected. A process can have one override, and it cannot be removed.
   *
   * @param override the override; safe for use by any thread
   * @throws IllegalStateException if a different override is installed; the same one may be
   *     installed again
   */
  static void install(RetryOverride override) {
    RetryOverrides.install(override);
  }
}
