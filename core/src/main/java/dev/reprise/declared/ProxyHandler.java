package dev.reprise.declared;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles calls of a proxy: finds the method and invokes it. */
final class ProxyHandler<T> extends Decorated<T> implements InvocationHandler {

  private final ProxyTable table;
  private final RetryMethod[] rules;

  private ProxyHandler(
      Retry retry, Class<T> api, Object target, ProxyTable table, List<RetryMethod> rules) {
    super(
        retry,
        target,
        changed ->
            new ProxyHandler<>(changed, api, target, table, following(changed.policy(), rules))
                .newProxy(api),
        rules);
    this.table = table;
    this.rules = rules.toArray(RetryMethod[]::new);
  }

  static <T> T newProxy(Retry retry, Class<T> api, Object target, ProxyTable table) {
    return new ProxyHandler<>(retry, api, target, table, table.rules()).newProxy(api);
  }

  private static List<RetryMethod> following(RetryPolicy policy, List<RetryMethod> rules) {
    return rules.stream().map(rule -> rule.withPolicy(policy)).toList();
  }

  private T newProxy(Class<T> api) {
    return api.cast(Proxy.newProxyInstance(api.getClassLoader(), new Class<?>[] {api}, this));
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    ProxyMethod called = table.method(method);
    return called == null
        ? ofObject(proxy, method, arguments)
        : called.call(proxy, arguments, rules);
  }

  /** A proxy is equal only to itself: another one may have a different policy. */
  private @Nullable Object ofObject(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> toString();
    };
  }
}
