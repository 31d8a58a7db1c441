package dev.reprise.spring.observe;

import dev.reprise.Retry;
import dev.reprise.opentelemetry.OpenTelemetryContext;
import dev.reprise.opentelemetry.RetryTelemetry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.RetryPolicies;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/**
 * OpenTelemetry of all retries: the context of the caller in every case, and spans and metrics
 * unless Micrometer makes them.
 */
final class TelemetryCustomizer implements RetryCustomizer {

  private static final String METERS = "io.micrometer.core.instrument.MeterRegistry";
  private static final String OBSERVATIONS = "io.micrometer.observation.ObservationRegistry";

  private final BeanFactory beans;
  private final ObserveProperties properties;
  private @Nullable RetryTelemetry telemetry;
  private boolean found;

  TelemetryCustomizer(BeanFactory beans, ObserveProperties properties) {
    this.beans = beans;
    this.properties = properties;
  }

  @Override
  public Retry customize(Retry retry) {
    RetryTelemetry shared = telemetry();
    if (shared != null) {
      // The policy default always exists, and most applications do not use its retry.
      return retry.name().equals(RetryPolicies.DEFAULT)
          ? shared.withMetricsFromFirstCall().observe(retry)
          : shared.observe(retry);
    }
    return properties.context().enabled()
        ? retry.withContext(OpenTelemetryContext.propagation())
        : retry;
  }

  /** One for all retries, found when the first one is created; null if nothing is recorded. */
  private synchronized @Nullable RetryTelemetry telemetry() {
    if (!found) {
      telemetry = find();
      found = true;
    }
    return telemetry;
  }

  private @Nullable RetryTelemetry find() {
    boolean spans = properties.traces().enabled() && !spansByMicrometer();
    boolean metrics = properties.metrics().enabled() && !isBean(METERS);
    OpenTelemetry receiver = spans || metrics ? openTelemetry() : null;
    if (receiver == null) {
      return null;
    }
    RetryTelemetry all = RetryTelemetry.of(receiver);
    if (!spans) {
      all = all.withoutSpans();
    }
    if (!metrics) {
      return all.withoutMetrics();
    }
    if (properties.metrics().exceptionClasses()) {
      all = all.withExceptionClasses();
    }
    return properties.metrics().firstAttemptTimes() ? all.withFirstAttemptTimes() : all;
  }

  private boolean spansByMicrometer() {
    return isPresent(OBSERVATIONS)
        && ObservedCalls.makeSpans(beans)
        && ObservedCalls.registry(beans, properties) != null;
  }

  /** That of the Java agent, or the bean: in a process with the agent, it exports the spans. */
  private @Nullable OpenTelemetry openTelemetry() {
    return JavaAgent.isAttached()
        ? GlobalOpenTelemetry.get()
        : beans.getBeanProvider(OpenTelemetry.class).getIfUnique();
  }

  private boolean isBean(String type) {
    return isPresent(type)
        && beans
                .getBeanProvider(
                    ClassUtils.resolveClassName(type, TelemetryCustomizer.class.getClassLoader()))
                .getIfUnique()
            != null;
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, TelemetryCustomizer.class.getClassLoader());
  }
}
