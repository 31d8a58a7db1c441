package dev.reprise.spring.data;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.jdbc.store.SqlIdempotencyStoreBuilder;
import dev.reprise.servlet.IdempotentRequests;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties below {@code reprise.idempotency}. Those without a default leave the default of
 * the library, which the metadata of the property states.
 *
 * @param enabled true to create the filter and its store
 * @param table name of the table of the store
 * @param createSchema true to create missing tables at the start
 * @param maxEntries maximum number of keys; null for no maximum
 * @param purgeInterval time between two deletions of expired keys; zero for none
 * @param urlPatterns URL patterns of the filter
 * @param order order of the filter
 * @param application name of the application, so that several may share the table; null for the
 *     name that Spring knows
 * @param requireKeyFor HTTP methods that need a key
 * @param allowAnonymous true to accept requests without a principal
 * @param acceptUnquoted true to accept keys without quotes
 * @param maxRequestSize longest body of a request
 * @param maxResponseSize longest body of a response that is recorded
 * @param lease time for which a request holds its key
 * @param waitAtMost maximum time for which a duplicate waits for the first request
 * @param maxWaiting maximum number of duplicates that wait at the same time
 * @param keepFor time for which a response is kept
 */
@ConfigurationProperties("reprise.idempotency")
record IdempotencyProperties(
    @DefaultValue("false") boolean enabled,
    @DefaultValue(SqlIdempotencyStoreBuilder.DEFAULT_TABLE) String table,
    @DefaultValue("false") boolean createSchema,
    @Nullable Integer maxEntries,
    @DefaultValue("10m") Duration purgeInterval,
    @DefaultValue("/*") List<String> urlPatterns,
    @DefaultValue("0") int order,
    @Nullable String application,
    @DefaultValue List<String> requireKeyFor,
    @DefaultValue("false") boolean allowAnonymous,
    @DefaultValue("false") boolean acceptUnquoted,
    @Nullable DataSize maxRequestSize,
    @Nullable DataSize maxResponseSize,
    @Nullable Duration lease,
    @Nullable Duration waitAtMost,
    @Nullable Integer maxWaiting,
    @Nullable Duration keepFor) {

  /**
   * The settings of the filter.
   *
   * @param name the name of the application in Spring; empty for none
   * @throws IllegalArgumentException if a value is not within its bounds; the message has the
   *     property
   */
  IdempotentRequests requests(IdempotencyStore store, String name) {
    IdempotentRequests requests = IdempotentRequests.of(store);
    String owner = application == null ? name : application;
    if (!owner.isBlank()) {
      requests = requests.application(owner);
    }
    if (allowAnonymous) {
      requests = requests.allowAnonymous();
    }
    if (acceptUnquoted) {
      requests = requests.acceptUnquoted();
    }
    String[] methods = requireKeyFor.toArray(String[]::new);
    requests = with(requests, "require-key-for", it -> it.requireKeyFor(methods));
    requests =
        set(
            requests,
            "max-request-size",
            maxRequestSize,
            (it, size) -> it.maxRequestBytes(bytes(size)));
    requests =
        set(
            requests,
            "max-response-size",
            maxResponseSize,
            (it, size) -> it.maxResponseBytes(bytes(size)));
    return guarded(requests);
  }

  private IdempotentRequests guarded(IdempotentRequests requests) {
    IdempotentRequests set = requests;
    set = set(set, "lease", lease, (it, time) -> it.guard(guard -> guard.lease(time)));
    set =
        set(
            set,
            "wait-at-most",
            waitAtMost,
            (it, time) -> it.guard(guard -> guard.waitAtMost(time)));
    set = set(set, "keep-for", keepFor, (it, time) -> it.guard(guard -> guard.keepFor(time)));
    return set(
        set, "max-waiting", maxWaiting, (it, most) -> it.guard(guard -> guard.maxWaiting(most)));
  }

  private static int bytes(DataSize size) {
    return (int) Math.max(-1, Math.min(Integer.MAX_VALUE, size.toBytes()));
  }

  /**
   * Changes settings by a property, unless it is null.
   *
   * @throws IllegalArgumentException if the settings reject it; the message has the property
   */
  static <S, V> S set(S settings, String property, @Nullable V value, BiFunction<S, V, S> change) {
    return value == null ? settings : with(settings, property, it -> change.apply(it, value));
  }

  /**
   * Changes settings by a property.
   *
   * @throws IllegalArgumentException if the settings reject it; the message has the property
   */
  static <S> S with(S settings, String property, UnaryOperator<S> change) {
    try {
      return change.apply(settings);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(
          "reprise.idempotency." + property + ": " + invalid.getMessage(), invalid);
    }
  }
}
