package dev.reprise.spring.beans;

import dev.reprise.Decorated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The retried methods of all classes of beans; each class is read once. */
final class RetriedTypes {

  private final BeanRetries retries;
  private final Candidates candidates = new Candidates();
  private final Map<List<Class<?>>, RetriedType> types = new ConcurrentHashMap<>();

  RetriedTypes(BeanRetries retries) {
    this.retries = retries;
  }

  BeanRetries retries() {
    return retries;
  }

  /**
   * The retried methods of a bean.
   *
   * @param target the class of the bean
   * @param proxied the interfaces of the proxy around it
   * @return empty if no method has an annotation that takes effect or is invalid
   */
  Optional<RetriedType> of(Class<?> target, List<Class<?>> proxied) {
    List<Class<?>> owners = owners(target, proxied);
    if (owners.isEmpty()) {
      return Optional.empty();
    }
    RetriedType type = types.computeIfAbsent(owners, all -> new RetriedType(all, retries));
    return type.methods().isEmpty() && type.invalid().isEmpty()
        ? Optional.empty()
        : Optional.of(type);
  }

  /**
   * The class of a bean, and the interfaces that only its proxy has, if they may be retried. A
   * generated decorator has retries of its own.
   */
  private List<Class<?>> owners(Class<?> target, List<Class<?>> proxied) {
    List<Class<?>> owners = new ArrayList<>();
    if (Decorated.class.isAssignableFrom(target)) {
      return owners;
    }
    if (!BeanMethods.isGenerated(target) && candidates.contains(target)) {
      owners.add(target);
    }
    for (Class<?> type : proxied) {
      if (!type.isAssignableFrom(target) || BeanMethods.isGenerated(target)) {
        if (candidates.contains(type)) {
          owners.add(type);
        }
      }
    }
    return owners;
  }
}
