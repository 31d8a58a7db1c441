package dev.reprise.spring.observe;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties below {@code reprise} for metrics, observations and traces.
 *
 * @param metrics {@code reprise.metrics}
 * @param observations {@code reprise.observations}
 * @param traces {@code reprise.traces}
 * @param context {@code reprise.context}
 */
@ConfigurationProperties("reprise")
record ObserveProperties(
    @DefaultValue Metrics metrics,
    @DefaultValue Observations observations,
    @DefaultValue Switch traces,
    @DefaultValue Switch context) {

  /**
   * Metrics of all retries.
   *
   * @param enabled false for none
   * @param exceptionClasses true to count failed attempts by class of the exception
   * @param firstAttemptTimes true to measure calls whose first attempt succeeds as well
   */
  record Metrics(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("false") boolean exceptionClasses,
      @DefaultValue("false") boolean firstAttemptTimes) {}

  /**
   * Observations of all calls.
   *
   * @param enabled true or false; null to observe calls if an observation has another use than
   *     metrics
   */
  record Observations(@Nullable Boolean enabled) {}

  /**
   * A part that is on by default.
   *
   * @param enabled false to switch it off
   */
  record Switch(@DefaultValue("true") boolean enabled) {}
}
