package dev.reprise.spring.beans;

import dev.reprise.declared.Retryable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Refuses or reports beans whose calls would not be retried as their annotations promise. */
final class BeanChecks {

  private static final Log LOG = LogFactory.getLog(RetryableBeanPostProcessor.class);

  /** Annotations of other libraries with the same name; only those on the class path. */
  private final List<String> others =
      Stream.of(
              "org.springframework.retry.annotation.Retryable",
              "org.springframework.resilience.annotation.Retryable")
          .filter(name -> ClassUtils.isPresent(name, BeanChecks.class.getClassLoader()))
          .toList();

  /** Types that were scanned, so that the instances of a prototype do not repeat a warning. */
  private final Set<Class<?>> scanned = java.util.concurrent.ConcurrentHashMap.newKeySet();

  /** Two retries around a bean would multiply their attempts, and neither sees the other. */
  void checkAnnotations(String bean, RetriedType type) {
    for (String other : others) {
      for (Class<?> owner : type.owners()) {
        if (MergedAnnotations.from(owner, SearchStrategy.TYPE_HIERARCHY).isPresent(other)) {
          throw conflict(bean, type, owner.getSimpleName(), other);
        }
        for (Method method : BeanMethods.of(owner)) {
          if (MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(other)) {
            String place =
                type.method(method)
                    .map(RetriedMethod::toString)
                    .orElse(owner.getSimpleName() + "." + method.getName());
            throw conflict(bean, type, place, other);
          }
        }
      }
    }
  }

  private static BeanCreationException conflict(
      String bean, RetriedType type, String place, String other) {
    Set<String> ours = type.methods().keySet();
    return new BeanCreationException(
        bean,
        place
            + " has @"
            + other
            + ", and "
            + (ours.contains(place) ? place : ours.iterator().next())
            + " has @"
            + Retryable.class.getName()
            + ": remove one of them, because two retries multiply their attempts");
  }

  /** Refuses methods that a proxy cannot override, and reports calls that do not pass it. */
  void checkProxy(String bean, RetriedType type, Object proxy) {
    if (!AopUtils.isJdkDynamicProxy(proxy)) {
      for (Method method : BeanMethods.of(type.type())) {
        if (Modifier.isFinal(method.getModifiers()) && type.method(method).isPresent()) {
          throw new BeanCreationException(
              bean, type.method(method).get() + " is final, so that no proxy can retry its calls");
        }
      }
    }
    if (scanned.add(type.type())) {
      if (AopUtils.isJdkDynamicProxy(proxy)) {
        reportMethodsWithoutInterface(bean, type, proxy);
      }
      for (String call : SelfInvocations.of(type)) {
        LOG.warn(
            "Bean '"
                + bean
                + "': "
                + call
                + " on the same object, which is not retried, because the call does not pass the"
                + " proxy of the bean");
      }
    }
  }

  private static void reportMethodsWithoutInterface(String bean, RetriedType type, Object proxy) {
    Set<String> missing = new LinkedHashSet<>(type.methods().keySet());
    List<Class<?>> interfaces = new ArrayList<>(List.of(proxy.getClass().getInterfaces()));
    for (Class<?> each : interfaces) {
      for (Method method : each.getMethods()) {
        type.method(method).ifPresent(found -> missing.remove(found.toString()));
      }
    }
    for (String method : missing) {
      LOG.warn(
          "Bean '"
              + bean
              + "': "
              + method
              + " is not retried, because no interface of the bean's proxy has it");
    }
  }
}
