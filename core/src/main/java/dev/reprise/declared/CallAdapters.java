package dev.reprise.declared;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The adapters on the class path. */
final class CallAdapters {

  private CallAdapters() {}

  /**
   * The adapter of a method; null if there is none.
   *
   * @throws ServiceConfigurationError if an adapter cannot be created although all its classes
   *     exist
   */
  static @Nullable CallAdapter find(Method method, Class<?> returnType) {
    ClassLoader own = CallAdapter.class.getClassLoader();
    ClassLoader other = method.getDeclaringClass().getClassLoader();
    CallAdapter found = find(method, returnType, own);
    return found == null && other != own ? find(method, returnType, other) : found;
  }

  private static @Nullable CallAdapter find(
      Method method, Class<?> returnType, @Nullable ClassLoader loader) {
    Iterator<CallAdapter> all = ServiceLoader.load(CallAdapter.class, loader).iterator();
    while (true) {
      try {
        if (!all.hasNext()) {
          return null;
        }
        CallAdapter adapter = all.next();
        if (adapter.supports(method, returnType)) {
          return adapter;
        }
      } catch (ServiceConfigurationError | LinkageError broken) {
        if (!isOfMissingLibrary(broken)) {
          throw broken;
        }
      }
    }
  }

  private static boolean isOfMissingLibrary(Error broken) {
    return broken instanceof LinkageError || broken.getCause() instanceof LinkageError;
  }
}
