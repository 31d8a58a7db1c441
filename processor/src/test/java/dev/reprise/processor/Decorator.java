package dev.reprise.processor;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.declared.RetryProxy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The two ways to decorate an interface, which must behave equally. */
enum Decorator {
  PROXY {
    @Override
    <T> T decorate(Retry retry, RetrySource source, Class<T> api, T target) {
      return RetryProxy.of(retry, source, api, target);
    }
  },
  GENERATED {
    @Override
    <T> T decorate(Retry retry, RetrySource source, Class<T> api, T target) {
      Method of = OF.computeIfAbsent(api, Decorator::generated);
      try {
        Object decorated =
            of.getParameterCount() == 3
                ? of.invoke(null, retry, source, target)
                : of.invoke(null, retry, target);
        return api.cast(decorated);
      } catch (InvocationTargetException failure) {
        throw (RuntimeException) failure.getCause();
      } catch (IllegalAccessException hidden) {
        throw new AssertionError(hidden);
      }
    }
  };

  private static final Map<Class<?>, Method> OF = new ConcurrentHashMap<>();

  abstract <T> T decorate(Retry retry, RetrySource source, Class<T> api, T target);

  <T> T decorate(Retry retry, Class<T> api, T target) {
    return decorate(
        retry,
        name -> {
          throw new IllegalArgumentException("there are no names");
        },
        api,
        target);
  }

  private static Method generated(Class<?> api) {
    String name = api.getName().replace('$', '_') + "Retry";
    Compilation compiled = Compilation.of(api).assertPassed();
    try {
      for (Method method : compiled.loader().loadClass(name).getDeclaredMethods()) {
        if (method.getName().equals("of")) {
          method.setAccessible(true);
          return method;
        }
      }
      throw new AssertionError(name + " has no method of");
    } catch (ClassNotFoundException failure) {
      throw new AssertionError(failure);
    }
  }
}
