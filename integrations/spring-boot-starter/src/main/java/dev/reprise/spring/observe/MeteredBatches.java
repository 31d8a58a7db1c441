package dev.reprise.spring.observe;

import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.micrometer.BatchMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Publishes the metrics of beans of type {@link Batch} and {@link BatchMetrics}. The name of the
 * bean is the name of the batch.
 */
final class MeteredBatches implements BeanPostProcessor {

  private final ObjectProvider<MeterRegistry> registry;
  private final Map<String, BatchMetrics> ofBatches = new ConcurrentHashMap<>();

  MeteredBatches(ObjectProvider<MeterRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof BatchMetrics || bean instanceof Batch<?>) {
      MeterRegistry found = registry.getIfUnique();
      if (found != null) {
        return metered(bean, name, BatchMeters.of(found));
      }
    }
    return bean;
  }

  private Object metered(Object bean, String name, BatchMeters meters) {
    if (bean instanceof Batch<?> batch) {
      return recorded(batch, meters.bind(name, metricsOf(name)));
    }
    return meters.bind(name, (BatchMetrics) bean);
  }

  /** The same for each instance of a bean, which may be a prototype. */
  private BatchMetrics metricsOf(String name) {
    return ofBatches.computeIfAbsent(name, any -> new BatchMetrics());
  }

  private static <I> Batch<I> recorded(Batch<I> batch, BatchMetrics metrics) {
    return batch.withListener(metrics.listener());
  }
}
