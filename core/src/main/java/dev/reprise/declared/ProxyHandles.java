package dev.reprise.declared;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Creates the handles that a proxy calls: each takes the proxy and the array of arguments. They use
 * only the interface, so the class of the target need not be accessible.
 */
final class ProxyHandles {

  private final Class<?> api;
  private final @Nullable Lookup given;
  private final Lookup lookup;
  private final Lookup caller;

  /**
   * Checks that the interface is accessible.
   *
   * @param given a lookup with access; null for a public interface
   */
  ProxyHandles(Class<?> api, @Nullable Lookup given) {
    this.api = api;
    lookup = given == null ? MethodHandles.publicLookup() : given;
    caller = given == null ? MethodHandles.lookup() : given;
    this.given = given;
    checkSeen(api);
  }

  private void checkSeen(Class<?> type) {
    try {
      lookup.accessClass(type);
    } catch (IllegalAccessException hidden) {
      throw new IllegalArgumentException(
          type.getName()
              + " of "
              + type.getModule()
              + (given == null ? " is not open to everyone" : " cannot be seen by " + given)
              + ": it must be public, in an exported package, or give a lookup that sees it,"
              + " RetryProxy.of(retry, "
              + api.getSimpleName()
              + ".class, target, MethodHandles.lookup())",
          hidden);
    }
  }

  MethodHandle handle(Method method, Object target) {
    try {
      return isTheProxys(method, target) ? ofProxy(method) : ofTarget(method, target);
    } catch (NoSuchMethodException | IllegalAccessException hidden) {
      throw new IllegalArgumentException(
          api.getSimpleName() + "." + method.getName() + " cannot be called by " + caller, hidden);
    }
  }

  private boolean isTheProxys(Method method, Object target) {
    return method.isDefault()
        && !method.isBridge()
        && RetryMethod.keepsDefault(target, api, method.getName(), method.getParameterTypes());
  }

  private MethodHandle ofTarget(Method method, Object target)
      throws NoSuchMethodException, IllegalAccessException {
    MethodHandle ofTarget =
        lookup
            .findVirtual(
                api,
                method.getName(),
                methodType(method.getReturnType(), method.getParameterTypes()))
            .asFixedArity()
            .bindTo(target)
            .asSpreader(Object[].class, method.getParameterCount())
            .asType(methodType(Object.class, Object[].class));
    return MethodHandles.dropArguments(ofTarget, 0, Object.class);
  }

  private MethodHandle ofProxy(Method method) throws NoSuchMethodException, IllegalAccessException {
    checkSeen(method.getDeclaringClass());
    MethodHandle ofProxy =
        caller.findStatic(
            InvocationHandler.class,
            "invokeDefault",
            methodType(Object.class, Object.class, Method.class, Object[].class));
    return MethodHandles.insertArguments(ofProxy.asFixedArity(), 1, method);
  }
}
