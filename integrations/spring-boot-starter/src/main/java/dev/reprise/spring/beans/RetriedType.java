package dev.reprise.spring.beans;

import dev.reprise.policy.RetryPolicy;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.BridgeMethodResolver;

/** The retried methods of a class of beans. */
final class RetriedType {

  private final List<Class<?>> owners;
  private final BeanRetries retries;
  private final @Nullable RetryPolicy policy;
  private final Map<String, RetriedMethod> declared = new LinkedHashMap<>();
  private final Map<String, String> invalid = new LinkedHashMap<>();
  private final Map<Method, Optional<RetriedMethod>> called = new ConcurrentHashMap<>();

  /**
   * Reads all annotations; {@link #invalid()} has those that are invalid.
   *
   * @param owners the class of the bean, then the interfaces that only its proxy implements; not
   *     empty
   */
  RetriedType(List<Class<?>> owners, BeanRetries retries) {
    this(owners, retries, null);
    for (Class<?> owner : owners) {
      for (Method method : BeanMethods.of(owner)) {
        try {
          method(method).ifPresent(found -> declared.putIfAbsent(found.toString(), found));
        } catch (IllegalArgumentException mistake) {
          String reason = String.valueOf(mistake.getMessage());
          invalid.putIfAbsent(reason, BeanMethods.shown(owner, method));
        }
      }
    }
  }

  private RetriedType(List<Class<?>> owners, BeanRetries retries, @Nullable RetryPolicy policy) {
    this.owners = owners;
    this.retries = retries;
    this.policy = policy;
  }

  /** The same methods with another policy. */
  RetriedType withPolicy(RetryPolicy other) {
    RetriedType changed = new RetriedType(owners, retries, other);
    declared.forEach((name, method) -> changed.declared.put(name, method.withPolicy(other)));
    return changed;
  }

  /** The class of the bean. */
  Class<?> type() {
    return owners.get(0);
  }

  List<Class<?>> owners() {
    return owners;
  }

  /** The methods whose annotations are invalid, by the reason. */
  Map<String, String> invalid() {
    return invalid;
  }

  /** The retried methods, by class, method and parameters; empty if no method is retried. */
  Map<String, RetriedMethod> methods() {
    return declared;
  }

  /** The retried method that a call of a method reaches; empty if it is not retried. */
  Optional<RetriedMethod> method(Method method) {
    Optional<RetriedMethod> known = called.get(method);
    return known != null ? known : called.computeIfAbsent(method, this::find);
  }

  private Optional<RetriedMethod> find(Method called) {
    Method method = BridgeMethodResolver.findBridgedMethod(called);
    for (Class<?> owner : owners) {
      if (method.getDeclaringClass().isAssignableFrom(owner)) {
        Optional<RetriedMethod> found = RetriedMethod.find(method, owner, retries, type());
        if (found.isPresent()) {
          return policy == null ? found : found.map(each -> each.withPolicy(policy));
        }
      }
    }
    return Optional.empty();
  }
}
