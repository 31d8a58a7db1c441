package dev.reprise.testing;

import dev.reprise.Retry;
import dev.reprise.RetryOverride;
import dev.reprise.context.CallContext;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.time.TimeText;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Overrides the settings of every call that begins on this thread, until the scope is closed. Use
 * it for code under test that creates its own retries, for a batch job with a time limit, or during
 * an incident.
 *
 * <pre>{@code
 * Checkout checkout = new Checkout();
 *
 * try (RetryScope open = RetryScope.noWaits()) {
 *   assertEquals("paid", checkout.pay("order-7"));
 * }
 * }</pre>
 *
 * <p>Scopes nest: an inner scope changes the retry that the outer scopes returned. A scope applies
 * to calls that begin while it is open, and to an asynchronous call until its end. It applies to
 * other threads only by {@link #context}.
 *
 * <p>The first scope installs a {@link RetryOverride} for the lifetime of the process. The class
 * does not need JUnit. A scope is used by the thread that opened it.
 */
public final class RetryScope implements AutoCloseable {

  private static final ThreadLocal<@Nullable RetryScope> CURRENT = new ThreadLocal<>();
  private static final RetryOverride OVERRIDE = RetryScope::apply;
  private static final AtomicBoolean LOGGED = new AtomicBoolean();

  private final UnaryOperator<Retry> change;
  private final @Nullable RetryScope outer;
  private boolean closed;

  private RetryScope(UnaryOperator<Retry> change, @Nullable RetryScope outer) {
    this.change = change;
    this.outer = outer;
  }

  /**
   * Opens a scope.
   *
   * @param change returns a copy of a retry with other settings; called for each call, on the
   *     thread that begins it. If it throws or returns null, the call is as outside of this scope,
   *     and this is logged once
   * @return the scope; close it on this thread, after all scopes that were opened later
   * @throws IllegalStateException if another override than this class is installed
   */
  public static RetryScope open(UnaryOperator<Retry> change) {
    Objects.requireNonNull(change, "change");
    RetryOverride.install(OVERRIDE);
    RetryScope scope = new RetryScope(change, CURRENT.get());
    CURRENT.set(scope);
    return scope;
  }

  /**
   * Opens a scope in which retries do not wait: attempts follow each other at once, independent of
   * backoff and server hints.
   *
   * @return the scope
   */
  public static RetryScope noWaits() {
    return changing(RetryPolicyBuilder::noWaits);
  }

  /**
   * Opens a scope in which every call makes a single attempt.
   *
   * @return the scope
   */
  public static RetryScope noRetries() {
    return open(retry -> retry.withPolicy(retry.policy().disabled()));
  }

  /**
   * Opens a scope with a time limit for each call. Every call has the full time. For a common
   * deadline of all calls, {@link #open} a scope that computes the remaining time.
   *
   * @param limit the time, more than zero; a shorter limit of a call stays in effect
   * @return the scope
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public static RetryScope within(Duration limit) {
    if (limit.isZero() || limit.isNegative()) {
      throw new IllegalArgumentException(
          "within must be more than 0 s, but was " + TimeText.inWords(limit));
    }
    return open(retry -> retry.within(limit));
  }

  /**
   * Opens a scope that changes policies.
   *
   * @param settings changes the builder of each retry's policy, and returns it or a different
   *     builder; called for each call, on the thread that begins it
   * @return the scope
   */
  public static RetryScope changing(UnaryOperator<RetryPolicyBuilder> settings) {
    Objects.requireNonNull(settings, "settings");
    return open(retry -> retry.withPolicy(settings.apply(retry.policy().toBuilder()).build()));
  }

  /**
   * Returns a context for {@link Retry#withContext}, by which the scope of a caller also applies to
   * retries inside its attempts and callbacks on other threads.
   *
   * @return the context
   */
  public static CallContext context() {
    return CallContext.of(CURRENT::get, CURRENT::set, CURRENT::remove);
  }

  private static Retry apply(Retry retry) {
    RetryScope scope = CURRENT.get();
    return scope == null ? retry : scope.applyTo(retry);
  }

  private Retry applyTo(Retry retry) {
    Retry outside = outer == null ? retry : outer.applyTo(retry);
    try {
      return Objects.requireNonNull(change.apply(outside), "the result of the change");
    } catch (Throwable bug) {
      if (!LOGGED.getAndSet(true)) {
        System.getLogger("dev.reprise")
            .log(
                Level.WARNING,
                "The change of a RetryScope threw; calls are made without it, and this is logged"
                    + " only once",
                bug);
      }
      return outside;
    }
  }

  /**
   * Ends the scope: calls that begin later are not changed. Closing it again has no effect.
   *
   * @throws IllegalStateException if another thread opened it, or a scope that was opened later is
   *     still open
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    if (CURRENT.get() != this) {
      throw new IllegalStateException(
          "a scope must be closed by the thread that opened it, in reverse order of opening");
    }
    closed = true;
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
