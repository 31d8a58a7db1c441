package dev.reprise.declared;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.declared.MethodAnnotations.Found;
import dev.reprise.declared.ProxyTypes.Signature;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A method with its effective annotation, and the resulting rule. */
final class AnnotatedMethod {

  private static final List<Method> OF_OBJECT = List.of(Object.class.getMethods());

  private AnnotatedMethod() {}

  /**
   * The rule of a method that is called on an object of a class; null if its calls are not retried.
   */
  static @Nullable RetryMethod find(
      Retry retry,
      @Nullable RetrySource source,
      Method method,
      Class<?> targetClass,
      Function<? super AnnotatedElement, @Nullable Retryable> reader) {
    if (!method.getDeclaringClass().isAssignableFrom(targetClass)) {
      throw new IllegalArgumentException(
          "method must be one of " + targetClass.getName() + ", but was " + method);
    }
    int modifiers = method.getModifiers();
    if (Modifier.isStatic(modifiers) || Modifier.isPrivate(modifiers)) {
      checkNotAnnotated(method, reader);
      return null;
    }
    ProxyTypes types = ProxyTypes.ofClass(targetClass);
    MethodAnnotations annotations =
        new MethodAnnotations(types.interfaces(), targetClass, types, reader);
    ProxySignature signature = signature(method, targetClass, types);
    return rule(
        retry,
        source,
        annotations,
        signature,
        name -> FallbackMethod.find(name, signature, targetClass, null));
  }

  /**
   * The method and the interface methods that it implements: the annotations of the interfaces come
   * first.
   */
  private static ProxySignature signature(Method method, Class<?> owner, ProxyTypes types) {
    Signature wanted = types.signature(method);
    String name = owner.getSimpleName() + "." + wanted;
    ProxySignature found = null;
    for (Class<?> type : types.interfaces()) {
      for (Method declared : type.getDeclaredMethods()) {
        int modifiers = declared.getModifiers();
        boolean hidden = Modifier.isStatic(modifiers) || Modifier.isPrivate(modifiers);
        if (!hidden && !declared.isBridge() && types.signature(declared).equals(wanted)) {
          Class<?> returns = types.returnType(declared);
          found =
              found == null
                  ? new ProxySignature(name, declared, returns)
                  : found.add(declared, returns);
        }
      }
    }
    Method implementation = implementation(method, owner, types);
    Class<?> returns = types.returnType(implementation);
    return found == null
        ? new ProxySignature(name, implementation, returns)
        : found.implementedBy(implementation, returns);
  }

  /** The method of the class that implements a method of an interface; else the method itself. */
  private static Method implementation(Method method, Class<?> owner, ProxyTypes types) {
    Signature wanted = types.signature(method);
    for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
      for (Method declared : type.getDeclaredMethods()) {
        if (!declared.isBridge() && types.signature(declared).equals(wanted)) {
          return declared;
        }
      }
    }
    return method;
  }

  /** Settings of the effective annotation; null if there is none, or it is disabled. */
  static @Nullable RetryMethod rule(
      Retry retry,
      @Nullable RetrySource source,
      MethodAnnotations annotations,
      ProxySignature method,
      Function<String, FallbackMethod> fallbacks) {
    boolean ofObject = OF_OBJECT.stream().anyMatch(method::isCalledBy);
    Found found = ofObject ? annotations.onMethod(method) : annotations.find(method);
    if (found == null || !found.annotation().enabled()) {
      return null;
    }
    if (ofObject) {
      throw new IllegalArgumentException(method + " is a method of Object and cannot be retried");
    }
    Map<String, String> attributes = MethodSettings.of(found.annotation());
    ClassLoader loader = found.place().getClassLoader();
    RetryMethod rule =
        RetryMethod.of(retry, source, method.toString(), attributes, loader)
            .ofKind(method.kind(), method.adapter());
    String fallback = found.annotation().fallback();
    return fallback.isEmpty() ? rule : rule.withFallback(fallbacks.apply(fallback));
  }

  /** Refuses an annotation on a method whose calls cannot be retried. */
  static void checkNotAnnotated(
      Method method, Function<? super AnnotatedElement, @Nullable Retryable> reader) {
    if (reader.apply(method) != null) {
      throw new IllegalArgumentException(
          method.getDeclaringClass().getSimpleName()
              + "."
              + Signature.erased(method)
              + (Modifier.isStatic(method.getModifiers()) ? " is static" : " is private")
              + ", so that no call of it can be retried");
    }
  }
}
