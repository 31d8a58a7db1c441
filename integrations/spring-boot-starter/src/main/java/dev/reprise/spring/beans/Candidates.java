package dev.reprise.spring.beans;

import dev.reprise.declared.Retryable;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Classes that could have retried methods, because {@link Retryable} is somewhere in their
 * hierarchy. Most beans are excluded here, at little cost; which methods are retried is decided
 * later.
 */
final class Candidates {

  /** By single types, because most beans have types in common. */
  private final Map<Class<?>, Boolean> annotated = new ConcurrentHashMap<>();

  boolean contains(Class<?> type) {
    for (Class<?> each : BeanMethods.hierarchy(type)) {
      if (isAnnotated(each)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAnnotated(Class<?> type) {
    Boolean known = annotated.get(type);
    return known != null ? known : annotated.computeIfAbsent(type, Candidates::look);
  }

  private static boolean look(Class<?> type) {
    String name = type.getName();
    if (name.startsWith("org.springframework.")
        || !AnnotationUtils.isCandidateClass(type, Retryable.class)) {
      return false;
    }
    if (RetryableReader.isOn(type)) {
      return true;
    }
    for (Method method : ReflectionUtils.getDeclaredMethods(type)) {
      if (RetryableReader.isOn(method)) {
        return true;
      }
    }
    return false;
  }
}
