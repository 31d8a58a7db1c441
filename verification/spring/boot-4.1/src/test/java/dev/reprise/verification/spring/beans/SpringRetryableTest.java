package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** The {@code @Retryable} of Spring 7 beside that of Reprise. */
@Timeout(60)
class SpringRetryableTest {

  @Configuration(proxyBeanMethods = false)
  @EnableResilientMethods
  static class Resilient {}

  static class OnOneMethod {

    @Retryable
    @org.springframework.resilience.annotation.Retryable
    public void find(String id) {}
  }

  static class OnTwoMethods {

    @Retryable
    public void find(String id) {}

    @org.springframework.resilience.annotation.Retryable
    public void place(String id) {}
  }

  @org.springframework.resilience.annotation.Retryable
  static class OnTheClass {

    @Retryable
    public void find(String id) {}
  }

  private static void assertRefused(Class<?> bean, String place, String ours) {
    BeanApplication.with(Resilient.class)
        .withBean("orders", bean)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasMessage(
                        nested(place)
                            + ": has @org.springframework.resilience.annotation.Retryable, and "
                            + ours
                            + " has @dev.reprise.declared.Retryable: remove one of them, because"
                            + " two retries multiply their attempts"));
  }

  private static String nested(String place) {
    return SpringRetryableTest.class.getName() + "." + place;
  }

  @Test
  void both_annotations_on_a_method_are_refused() {
    assertRefused(OnOneMethod.class, "OnOneMethod.find(String)", "OnOneMethod.find(String)");
  }

  @Test
  void both_annotations_in_a_bean_are_refused() {
    assertRefused(OnTwoMethods.class, "OnTwoMethods.place(String)", "OnTwoMethods.find(String)");
    assertRefused(OnTheClass.class, "OnTheClass", "OnTheClass.find(String)");
  }
}
