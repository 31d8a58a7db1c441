package dev.reprise.declared;

import dev.reprise.declared.ProxyTypes.Signature;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the annotation that applies to a method, in the order that {@link Retryable} documents. */
final class MethodAnnotations {

  private final Set<Class<?>> interfaces;
  private final Class<?> targetClass;
  private final ProxyTypes ofTarget;
  private final Function<? super AnnotatedElement, @Nullable Retryable> reader;

  /**
   * Creates a search.
   *
   * @param ofTarget the types of {@code targetClass}
   * @param reader returns the annotation of a method or type; null if it has none
   */
  MethodAnnotations(
      Set<Class<?>> interfaces,
      Class<?> targetClass,
      ProxyTypes ofTarget,
      Function<? super AnnotatedElement, @Nullable Retryable> reader) {
    this.interfaces = interfaces;
    this.targetClass = targetClass;
    this.ofTarget = ofTarget;
    this.reader = reader;
  }

  @Nullable Found find(ProxySignature method) {
    Found found = onMethod(method);
    if (found == null && !method.isDefault()) {
      found = unlessFallback(method, onInterface(method));
    }
    if (found == null) {
      found = onMethodOfTarget(method);
    }
    if (found == null && !method.isDefault()) {
      found = unlessFallback(method, onTarget());
    }
    return found;
  }

  /** The annotation of a type does not apply to the fallback that it names. */
  private static @Nullable Found unlessFallback(ProxySignature method, @Nullable Found found) {
    boolean fallback =
        found != null
            && method.method().getName().equals(found.annotation().fallback())
            && FallbackMethod.isFallback(List.of(method.method().getParameterTypes()));
    return fallback ? null : found;
  }

  @Nullable Found onMethod(ProxySignature method) {
    List<Found> all = new ArrayList<>();
    for (Method declaration : method.declarations()) {
      add(all, declaration, declaration.getDeclaringClass());
    }
    return nearest(method, all);
  }

  private @Nullable Found onInterface(ProxySignature method) {
    List<Found> all = new ArrayList<>();
    for (Class<?> type : interfaces) {
      if (has(type, method)) {
        add(all, type, type);
      }
    }
    return nearest(method, all);
  }

  private static boolean has(Class<?> type, ProxySignature method) {
    return method.declarations().stream()
        .anyMatch(declaration -> declaration.getDeclaringClass().isAssignableFrom(type));
  }

  private @Nullable Found onMethodOfTarget(ProxySignature method) {
    List<Found> found = new ArrayList<>();
    Signature wanted = ofTarget.signature(method.method());
    for (Class<?> type = targetClass; type != null; type = type.getSuperclass()) {
      for (Method declared : type.getDeclaredMethods()) {
        if (method.isCalledBy(declared) || ofTarget.signature(declared).equals(wanted)) {
          add(found, declared, type);
        }
      }
      if (!found.isEmpty()) {
        return found.get(0);
      }
    }
    return null;
  }

  private @Nullable Found onTarget() {
    List<Found> found = new ArrayList<>();
    for (Class<?> type = targetClass; type != null && found.isEmpty(); ) {
      add(found, type, type);
      type = type.getSuperclass();
    }
    return found.isEmpty() ? null : found.get(0);
  }

  private void add(List<Found> all, AnnotatedElement element, Class<?> place) {
    Retryable annotation = reader.apply(element);
    if (annotation != null) {
      all.add(new Found(annotation, place));
    }
  }

  /** The nearest annotation; all annotations at the same distance must be equal. */
  private static @Nullable Found nearest(ProxySignature method, List<Found> all) {
    Found nearest = null;
    for (Found found : all) {
      if (all.stream().anyMatch(other -> other.isBelow(found))) {
        continue;
      }
      if (nearest == null) {
        nearest = found;
      } else if (!found.annotation().equals(nearest.annotation())) {
        throw new IllegalArgumentException(
            method
                + " inherits two different @Retryable, from "
                + nearest.place().getName()
                + " and "
                + found.place().getName()
                + "; annotate it in the interface that inherits both");
      }
    }
    return nearest;
  }

  /** An annotation, and the type that has it or declares its method. */
  record Found(Retryable annotation, Class<?> place) {

    boolean isBelow(Found other) {
      return place != other.place() && other.place().isAssignableFrom(place);
    }
  }
}
