package dev.reprise.examples;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.declared.RetryMethod;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Retries by annotation, as in the guide. */
public final class Declarative {

  private static final RetryPolicy PATIENT = RetryPolicy.parse("maxAttempts=10 within=5m");

  private Declarative() {}

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(maxAttempts = 5, within = "30s")
  @interface Patient {}

  static RetrySource policies() {
    return RetryRegistry.of(Map.of("reprise.policies.reports", "maxAttempts=2 within=2m"));
  }

  static DeclarativeOrders byProxy(Retry retry, RetrySource policies, DeclarativeOrders client) {
    return RetryProxy.of(retry, policies, DeclarativeOrders.class, client);
  }

  static DeclarativeOrders generated(Retry retry, RetrySource policies, DeclarativeOrders client) {
    return DeclarativeOrdersRetry.of(retry, policies, client);
  }

  static String findPatiently(DeclarativeOrders orders, String id) throws IOException {
    return Decorated.withPolicy(orders, PATIENT).find(id);
  }

  static String fetchPatiently(Retry retry, Pages pages, String url) throws Exception {
    Callable<String> fetch = retry.decorateCallable(() -> pages.fetch(url));
    return Decorated.withPolicy(fetch, PATIENT).call();
  }

  static @Nullable Object intercept(
      Retry retry, Method method, Object target, Object[] arguments, Callable<Object> proceed)
      throws Exception {
    Optional<RetryMethod> rule = RetryMethod.find(retry, null, method, target.getClass());
    return rule.isEmpty()
        ? proceed.call()
        : rule.get().call(values -> proceed.call(), null, target, arguments);
  }

  static DeclarativeOrders below(DeclarativeOrders orders) {
    return RetryProxy.targetOf(orders);
  }
}
