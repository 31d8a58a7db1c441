package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.backoff.Backoff
import dev.reprise.hedge.Hedge
import dev.reprise.policy.RetryPolicy
import dev.reprise.policy.RetryPolicyBuilder
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/**
 * Builds a policy.
 *
 * ```
 * val policy = retryPolicy {
 *   maxAttempts(5)
 *   within(30.seconds)
 *   backoff(exponential(100.milliseconds).cappedAt(10.seconds).jitter(Jitter.full()))
 *   retryOn<IOException>()
 * }
 * ```
 *
 * @param base the settings to begin with; the defaults of a policy if absent
 * @param configure changes the settings
 * @return the policy
 * @throws IllegalArgumentException if settings are wrong or exclude each other
 */
public fun retryPolicy(
  base: RetryPolicy = RetryPolicy.defaults(),
  configure: RetryPolicyBuilder.() -> Unit,
): RetryPolicy = base.toBuilder().apply(configure).build()

/**
 * Creates a retry with a policy of its own.
 *
 * ```
 * val orders = retry("orders") { maxAttempts(5) }
 * ```
 *
 * @param name the name in events, logs and reports
 * @param configure changes the default settings of a policy
 * @return the retry; create it once for each called service, not for each call
 * @throws IllegalArgumentException as [retryPolicy]
 */
public fun retry(name: String, configure: RetryPolicyBuilder.() -> Unit): Retry =
  Retry.of(retryPolicy(configure = configure)).named(name)

/**
 * Limits the time of a call, all attempts and waits included.
 *
 * @param limit longer than zero
 * @return this
 * @throws IllegalArgumentException if [limit] is not longer than zero
 */
public fun RetryPolicyBuilder.within(limit: Duration): RetryPolicyBuilder =
  within(limit.toJavaDuration())

/**
 * Limits the time of each attempt.
 *
 * @param limit longer than zero
 * @return this
 * @throws IllegalArgumentException if [limit] is not longer than zero
 */
public fun RetryPolicyBuilder.attemptTimeout(limit: Duration): RetryPolicyBuilder =
  attemptTimeout(limit.toJavaDuration())

/**
 * Sends another attempt if none has ended after a delay.
 *
 * @param delay at least zero
 * @return this
 * @throws IllegalArgumentException if [delay] is negative
 */
public fun RetryPolicyBuilder.hedgeAfter(delay: Duration): RetryPolicyBuilder =
  hedge(Hedge.after(delay.toJavaDuration()))

/**
 * Retries failures of a type, subclasses included.
 *
 * @param X the type
 * @return this
 */
public inline fun <reified X : Throwable> RetryPolicyBuilder.retryOn(): RetryPolicyBuilder =
  retryOn(X::class.java)

/**
 * Does not retry failures of a type, subclasses included.
 *
 * @param X the type
 * @return this
 */
public inline fun <reified X : Throwable> RetryPolicyBuilder.abortOn(): RetryPolicyBuilder =
  abortOn(X::class.java)

/**
 * Retries results of a type that a predicate rejects.
 *
 * @param rejects returns true for a result to retry
 * @param R the type
 * @return this
 */
public inline fun <reified R : Any> RetryPolicyBuilder.retryOnResult(
  noinline rejects: (R) -> Boolean
): RetryPolicyBuilder = retryOnResult(R::class.javaObjectType) { result -> rejects(result) }

/**
 * The same delay before each retry.
 *
 * @param delay at least zero
 * @return the backoff, without jitter
 */
public fun fixed(delay: Duration): Backoff = Backoff.fixed(delay.toJavaDuration())

/**
 * Delays that double with each retry.
 *
 * @param base the delay before the first retry; longer than zero
 * @return the backoff
 */
public fun exponential(base: Duration): Backoff = Backoff.exponential(base.toJavaDuration())

/**
 * Limits every delay.
 *
 * @param cap the longest delay; at least the first one
 * @return a copy with this cap
 */
public fun Backoff.cappedAt(cap: Duration): Backoff = cappedAt(cap.toJavaDuration())
