package dev.reprise.spring.beans;

import dev.reprise.RetrySource;
import dev.reprise.declared.Retryable;
import dev.reprise.spring.policies.BeanMistake;
import dev.reprise.spring.policies.Mistakes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Refuses or reports beans whose calls would not be retried as their annotations promise. */
final class BeanChecks {

  /** The method at the begin of a message of the core. */
  private static final Pattern METHOD = Pattern.compile("^[\\w$.]+\\([^()]*\\): ");

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

  /** The mistakes in the annotations of a class of beans. */
  void checkAnnotations(String bean, RetriedType type, Mistakes mistakes) {
    type.invalid()
        .forEach((reason, place) -> mistakes.add(mistake(bean, place, withoutMethod(reason))));
    if (type.methods().isEmpty()) {
      return;
    }
    for (String other : others) {
      for (Class<?> owner : type.owners()) {
        if (MergedAnnotations.from(owner, SearchStrategy.TYPE_HIERARCHY).isPresent(other)) {
          mistakes.add(conflict(bean, type, BeanMethods.shown(owner), other));
        }
        for (Method method : BeanMethods.of(owner)) {
          if (MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(other)) {
            mistakes.add(conflict(bean, type, BeanMethods.shown(owner, method), other));
          }
        }
      }
    }
  }

  /** Two retries around a bean would multiply their attempts, and neither sees the other. */
  private static BeanMistake conflict(String bean, RetriedType type, String place, String other) {
    Collection<RetriedMethod> ours = type.methods().values();
    RetriedMethod retried =
        ours.stream()
            .filter(each -> each.place().equals(place))
            .findFirst()
            .orElseGet(() -> ours.iterator().next());
    return mistake(
        bean,
        place,
        "has @"
            + other
            + ", and "
            + retried
            + " has @"
            + Retryable.class.getName()
            + ": remove one of them, because two retries multiply their attempts");
  }

  static BeanMistake mistake(String bean, String place, String reason) {
    return new BeanMistake(List.of(bean), place, reason);
  }

  /** The message without the name of its method, which the place of the mistake has. */
  static String withoutMethod(String message) {
    Matcher method = METHOD.matcher(message);
    return method.find() ? message.substring(method.end()) : message;
  }

  /**
   * The mistakes that show before there is a bean.
   *
   * @param names the known policies; null if they are not known yet
   * @param byClass true if proxies are subclasses wherever possible
   */
  void checkDefinition(
      String bean,
      RetriedType type,
      boolean byClass,
      @Nullable RetrySource names,
      Mistakes mistakes) {
    checkAnnotations(bean, type, mistakes);
    for (RetriedMethod method : type.methods().values()) {
      try {
        if (names != null) {
          method.checkName(names);
        }
      } catch (IllegalArgumentException unknown) {
        String reason = withoutMethod(String.valueOf(unknown.getMessage()));
        mistakes.add(mistake(bean, method.place(), reason));
      }
    }
    if (ClassUtils.getAllInterfacesForClass(type.type()).length == 0) {
      // With interfaces, another post-processor may choose a proxy that implements these.
      if (Modifier.isFinal(type.type().getModifiers())) {
        mistakes.add(finalClass(bean, type.type()));
      } else if (byClass) {
        checkOverridable(bean, type, mistakes);
      }
    }
  }

  static BeanMistake finalClass(String bean, Class<?> type) {
    return mistake(
        bean,
        BeanMethods.shown(type),
        "the class is final and has no interface, so that no proxy can retry its calls");
  }

  /** Refuses methods that a subclass cannot override. */
  private static void checkOverridable(String bean, RetriedType type, Mistakes mistakes) {
    for (Method method : BeanMethods.of(type.type())) {
      String obstacle =
          Modifier.isFinal(method.getModifiers())
              ? "the method is final"
              : isOfAnotherPackage(method, type.type())
                  ? "only classes in the package of the method can override it"
                  : null;
      if (obstacle != null) {
        String reason = obstacle + ", so that no proxy can retry its calls";
        type.method(method).ifPresent(found -> mistakes.add(mistake(bean, found.place(), reason)));
      }
    }
  }

  /**
   * Returns whether a method without modifier is in another package than the proxy of a class.
   * Methods to which only an annotation of the class below applies are left out: frameworks have
   * such methods for themselves.
   */
  private static boolean isOfAnotherPackage(Method method, Class<?> type) {
    int visible = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE;
    Class<?> owner = method.getDeclaringClass();
    return (method.getModifiers() & visible) == 0
        && !owner.getPackageName().equals(type.getPackageName())
        && (RetryableReader.isOn(method) || RetryableReader.isOn(owner));
  }

  /** Refuses methods that a proxy cannot override, and reports calls that do not pass it. */
  void checkProxy(String bean, RetriedType type, Object proxy, Mistakes mistakes) {
    if (!AopUtils.isJdkDynamicProxy(proxy)) {
      checkOverridable(bean, type, mistakes);
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
