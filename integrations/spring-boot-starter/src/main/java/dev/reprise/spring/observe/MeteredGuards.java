package dev.reprise.spring.observe;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.micrometer.GuardMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Publishes the metrics of beans of type {@link IdempotencyGuard}. The name of the bean is the name
 * of the guard.
 */
final class MeteredGuards implements BeanPostProcessor {

  private final ObjectProvider<MeterRegistry> registry;

  MeteredGuards(ObjectProvider<MeterRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof IdempotencyGuard<?> guard) {
      MeterRegistry found = registry.getIfUnique();
      return found == null ? bean : GuardMetrics.of(found).bind(name, guard);
    }
    return bean;
  }
}
