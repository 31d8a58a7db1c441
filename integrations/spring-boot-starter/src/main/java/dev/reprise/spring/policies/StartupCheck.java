package dev.reprise.spring.policies;

import dev.reprise.RetrySource;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * A part of the starter that finds mistakes when all beans are defined and none is created. The
 * bean of a check must not need others.
 */
@FunctionalInterface
public interface StartupCheck {

  /**
   * Finds mistakes. Creates no beans.
   *
   * @param beans the definitions of beans
   * @param policies finds the policies of the properties by name; its retries are not those of the
   *     application. Empty if the application, or a parent context, has its own registry, whose
   *     names are not known yet
   * @param mistakes receives the mistakes
   */
  void check(
      ConfigurableListableBeanFactory beans, Optional<RetrySource> policies, Mistakes mistakes);
}
