package dev.reprise;

/**
 * Puts another retry in the place of each one that is about to make a call, while somebody's scope
 * lasts: for tests that must not wait, for batch jobs that have a deadline, for incidents in which
 * nothing is to be retried. It says what stands in the place of what; which calls are in its scope
 * is for the one who installs it to know, by a thread-local or a context that travels.
 *
 * <p>{@code dev.reprise.testing.RetryScope} is one, for the calls of a thread. Where none is
 * installed, which is the rule, a call pays one read for it.
 */
@FunctionalInterface
public interface RetryOverride {

  /**
   * What makes the call.
   *
   * @param retry about to make it
   * @return the same, or a copy of it with other settings; asked for each call, on the thread that
   *     begins it. Where this throws or answers with null, the call is made by {@code retry}, and
   *     that is logged once
   */
  Retry apply(Retry retry);

  /**
   * Installs an override for all calls of all retries that begin from now on; calls under way go on
   * as they began. There can be one, for as long as this process lives: two could not agree.
   *
   * @param override the override; safe for use by any thread
   * @throws IllegalStateException if another one is installed; the same one may be installed again
   */
  static void install(RetryOverride override) {
    RetryOverrides.install(override);
  }
}
