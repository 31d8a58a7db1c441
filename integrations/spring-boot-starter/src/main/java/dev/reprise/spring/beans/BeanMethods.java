package dev.reprise.spring.beans;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The classes and methods of a bean. */
final class BeanMethods {

  private BeanMethods() {}

  /** All methods in the source of a class and of the types above it, the lowest type first. */
  static List<Method> of(Class<?> type) {
    List<Method> methods = new ArrayList<>();
    for (Class<?> each : hierarchy(type)) {
      for (Method method : ReflectionUtils.getDeclaredMethods(each)) {
        if (!method.isBridge() && !method.isSynthetic()) {
          methods.add(method);
        }
      }
    }
    return methods;
  }

  /** A class, its superclasses without {@code Object}, and all interfaces. */
  static Set<Class<?>> hierarchy(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> each = type; each != null && each != Object.class; ) {
      all.add(each);
      each = each.getSuperclass();
    }
    all.addAll(ClassUtils.getAllInterfacesForClassAsSet(type));
    return all;
  }

  /** A proxy of the JDK or a lambda: the annotations of its methods are those of interfaces. */
  static boolean isGenerated(Class<?> type) {
    return Proxy.isProxyClass(type) || type.isHidden();
  }

  /** A method with its class and package, in the form that an editor finds. */
  static String shown(Class<?> owner, Method method) {
    return Stream.of(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", shown(owner) + "." + method.getName() + "(", ")"));
  }

  /** A class with its package and the classes around it. */
  static String shown(Class<?> type) {
    String name = type.getCanonicalName();
    return name == null ? type.getName() : name;
  }
}
