package dev.reprise.verification.benchmarks.declared;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;

/** The simplest proxy: it finds the method's handle and calls it. */
final class BareProxy {

  private BareProxy() {}

  static Values of(Values target) {
    try {
      Method value = Values.class.getMethod("value", String.class);
      Map<Method, MethodHandle> handles = Map.of(value, handle(value, target));
      InvocationHandler forward =
          (proxy, method, arguments) -> {
            MethodHandle found = Objects.requireNonNull(handles.get(method));
            return (Object) found.invokeExact(arguments);
          };
      return (Values)
          Proxy.newProxyInstance(
              Values.class.getClassLoader(), new Class<?>[] {Values.class}, forward);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("the interface is public", impossible);
    }
  }

  private static MethodHandle handle(Method method, Object target) throws IllegalAccessException {
    return MethodHandles.publicLookup()
        .unreflect(method)
        .bindTo(target)
        .asSpreader(Object[].class, method.getParameterCount())
        .asType(MethodType.methodType(Object.class, Object[].class));
  }
}
