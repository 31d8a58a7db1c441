package dev.reprise.testing;

import dev.reprise.Retry;
import dev.reprise.RetryOverride;
import dev.reprise.context.CallContext;
import dev.reprise.policy.RetryPolicyBuilder;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Overrides every retry whose calls begin on this thread, until it is closed: in code under test
 * that makes its retries by itself, in a batch job that has so much time, in an incident.
 *
 * <pre>{@code
 * try (RetryScope quick = RetryScope.noWaits()) {
 *   new Checkout().pay(order); // its retries wait for nothing
 * }
 * }</pre>
 *
 * <p>Scopes nest: the inner one changes what the outer ones have made of a retry. Only calls that
 * begin while it is open are in it; those under way are not, and an asynchronous one stays in it to
 * its end. It does not cross threads, unless {@link #context} carries it.
 *
 * <p>The first scope installs a {@link RetryOverride} for the life of this process. It needs no
 * JUnit. Not safe for use by several threads.
 */
public final class RetryScope implements AutoCloseable {

  private static final ThreadLocal<@Nullable RetryScope> CURRENT = new ThreadLocal<>();
  private static final RetryOverride OVERRIDE = RetryScope::apply;

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
   * @param change makes a copy of a retry with other settings; asked for each call, on the thread
   *     that begins it. What throws or answers with null changes nothing
   * @return the scope, to be closed by this thread, the one opened last first
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
   * Opens a scope in which retries wait for nothing: attempts follow each other at once, whatever
   * backoff and servers ask for.
   *
   * @return the scope
   */
  public static RetryScope noWaits() {
    return changing(RetryPolicyBuilder::noWaits);
  }

  /**
   * Opens a scope in which every call makes one attempt.
   *
   * @return the scope
   */
  public static RetryScope noRetries() {
    return open(retry -> retry.withPolicy(retry.policy().disabled()));
  }

  /**
   * Opens a scope that shortens the time of each call. Every call has the whole time: for a
   * deadline of all calls together, {@link #open} a scope that measures what is left.
   *
   * @param limit the time, more than zero
   * @return the scope
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public static RetryScope within(Duration limit) {
    if (limit.isZero() || limit.isNegative()) {
      throw new IllegalArgumentException("within must be more than 0 s, but was " + limit);
    }
    return open(retry -> retry.within(limit));
  }

  /**
   * Opens a scope that changes policies.
   *
   * @param settings makes the changes, beginning with the policy of each retry
   * @return the scope
   */
  public static RetryScope changing(UnaryOperator<RetryPolicyBuilder> settings) {
    Objects.requireNonNull(settings, "settings");
    return open(retry -> retry.withPolicy(settings.apply(retry.policy().toBuilder()).build()));
  }

  /**
   * Carries the scope of a caller to wherever attempts and callbacks run, for {@link
   * Retry#withContext}: retries within them are in it as well.
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
    return change.apply(outer == null ? retry : outer.applyTo(retry));
  }

  /**
   * Ends the scope: calls that begin from now on are made as before it. A second time does nothing.
   *
   * @throws IllegalStateException if another thread opened it, or one opened later is still open
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    if (CURRENT.get() != this) {
      throw new IllegalStateException(
          "a scope is closed by the thread that opened it, the one opened last first");
    }
    closed = true;
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
