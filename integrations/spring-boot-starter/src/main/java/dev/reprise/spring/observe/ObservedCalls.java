package dev.reprise.spring.observe;

import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/** Decides whether calls are observed, and who makes their spans. */
final class ObservedCalls {

  private static final boolean METERS =
      present("io.micrometer.core.instrument.observation.MeterObservationHandler");
  private static final boolean TRACERS = present("io.micrometer.tracing.Tracer");

  private ObservedCalls() {}

  private static boolean present(String type) {
    return ClassUtils.isPresent(type, ObservedCalls.class.getClassLoader());
  }

  /**
   * Returns the registry that observes calls; null if they are not observed. An observation that
   * only became a timer would repeat what the metrics measure, at a higher cost. With the Java
   * agent, spans of observations would be in addition to those of the agent.
   */
  static @Nullable ObservationRegistry registry(BeanFactory beans, ObserveProperties properties) {
    Boolean enabled = properties.observations().enabled();
    if (Boolean.FALSE.equals(enabled)) {
      return null;
    }
    ObservationRegistry registry = beans.getBeanProvider(ObservationRegistry.class).getIfUnique();
    if (registry == null || registry.isNoop()) {
      return null;
    }
    return enabled != null || (!JavaAgent.isAttached() && hasOtherUse(beans)) ? registry : null;
  }

  /** Handlers that are not beans are unknown, and count as another use. */
  private static boolean hasOtherUse(BeanFactory beans) {
    List<?> handlers = beans.getBeanProvider(ObservationHandler.class).stream().toList();
    return !METERS
        || handlers.isEmpty()
        || !handlers.stream().allMatch(Meters::isHandler)
        || makeSpans(beans);
  }

  /** Returns whether Micrometer Tracing makes spans of observations. */
  static boolean makeSpans(BeanFactory beans) {
    return TRACERS && Tracers.real(beans);
  }

  /** Loaded only if metrics are on the class path. */
  private static final class Meters {
    static boolean isHandler(Object handler) {
      return handler instanceof MeterObservationHandler;
    }
  }

  /** Loaded only if Micrometer Tracing is on the class path. */
  private static final class Tracers {
    static boolean real(BeanFactory beans) {
      Tracer tracer = beans.getBeanProvider(Tracer.class).getIfUnique();
      return tracer != null && tracer != Tracer.NOOP;
    }
  }
}
