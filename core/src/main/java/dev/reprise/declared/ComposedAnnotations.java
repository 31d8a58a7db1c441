package dev.reprise.declared;

import dev.reprise.declared.ProxyTypes.Signature;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds {@link Retryable} on a method or type, also by way of other annotations. */
final class ComposedAnnotations {

  private ComposedAnnotations() {}

  /**
   * The annotation of an element itself, otherwise that of the nearest of its annotations; null if
   * there is none.
   *
   * @throws IllegalArgumentException if two different ones are equally near, or if an attribute of
   *     an annotation on the way should set one of {@link Retryable}
   */
  static @Nullable Retryable on(AnnotatedElement element) {
    Set<Class<?>> seen = new HashSet<>();
    List<? extends AnnotatedElement> level = List.of(element);
    while (!level.isEmpty()) {
      AnnotatedElement found = only(level, element);
      if (found != null) {
        seen.forEach(ComposedAnnotations::checkNoAlias);
        return found.getDeclaredAnnotation(Retryable.class);
      }
      level = above(level, seen);
    }
    return null;
  }

  private static @Nullable AnnotatedElement only(
      List<? extends AnnotatedElement> level, AnnotatedElement element) {
    AnnotatedElement first = null;
    for (AnnotatedElement each : level) {
      Retryable annotation = each.getDeclaredAnnotation(Retryable.class);
      if (annotation == null) {
        continue;
      }
      if (first == null) {
        first = each;
      } else if (!annotation.equals(first.getDeclaredAnnotation(Retryable.class))) {
        throw new IllegalArgumentException(
            place(element)
                + " has two different @Retryable, by way of "
                + shown(first)
                + " and "
                + shown(each)
                + "; annotate it with @Retryable itself");
      }
    }
    return first;
  }

  /** The types of the annotations of some elements; those of the JDK have no {@code Retryable}. */
  private static List<Class<?>> above(List<? extends AnnotatedElement> level, Set<Class<?>> seen) {
    List<Class<?>> types = new ArrayList<>();
    for (AnnotatedElement each : level) {
      for (Annotation annotation : each.getDeclaredAnnotations()) {
        Class<?> type = annotation.annotationType();
        if (!type.getName().startsWith("java.") && seen.add(type)) {
          types.add(type);
        }
      }
    }
    return types;
  }

  /** Attributes are passed on only by a framework that reads the annotations itself. */
  private static void checkNoAlias(Class<?> composed) {
    for (Method attribute : composed.getDeclaredMethods()) {
      for (Annotation alias : attribute.getDeclaredAnnotations()) {
        if (alias.annotationType().getSimpleName().equals("AliasFor") && isOfRetryable(alias)) {
          throw new IllegalArgumentException(
              shown(composed)
                  + "."
                  + attribute.getName()
                  + " has @AliasFor, which has an effect only on beans of Spring; use @Retryable"
                  + " itself");
        }
      }
    }
  }

  private static boolean isOfRetryable(Annotation alias) {
    try {
      Object target = alias.annotationType().getMethod("annotation").invoke(alias);
      return target == Retryable.class
          || (target instanceof Class<?> type && type != Annotation.class && on(type) != null);
    } catch (ReflectiveOperationException other) {
      return false; // an annotation that only has the same name
    }
  }

  private static String place(AnnotatedElement element) {
    return element instanceof Method method
        ? method.getDeclaringClass().getSimpleName() + "." + Signature.erased(method)
        : element instanceof Class<?> type ? type.getName() : element.toString();
  }

  private static String shown(AnnotatedElement annotation) {
    return "@" + ((Class<?>) annotation).getName();
  }
}
