package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.spring.policies.BeanMistake;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.verification.spring.OtherPackage;
import java.io.IOException;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Annotations that would have no effect, or only a part of it, without a word. */
class SilentAnnotationsTest {

  private static final String HERE = SilentAnnotationsTest.class.getName() + ".";

  static class InAnotherPackage extends OtherPackage {

    @Retryable
    public void find() {}
  }

  @Retryable
  static class OnClass extends OtherPackage {

    public void find() {}
  }

  @Test
  void a_method_that_only_its_own_package_can_override_is_refused() {
    String reason =
        "only classes in the package of the method can override it, so that no proxy can retry its"
            + " calls";
    assertRefused(InAnotherPackage.class, tuple(HERE + "InAnotherPackage.internal()", reason));
    assertRefused(OnClass.class, tuple(HERE + "OnClass.internal()", reason));
  }

  static class Deferred {

    @Retryable
    public DeferredResult<String> find() {
      return new DeferredResult<>();
    }
  }

  static class Task {

    @Retryable
    public WebAsyncTask<String> find() {
      return new WebAsyncTask<>(() -> "");
    }
  }

  static class Emitter {

    @Retryable
    public SseEmitter find() {
      return new SseEmitter();
    }
  }

  static class Body {

    @Retryable
    public StreamingResponseBody find() {
      return out -> {};
    }
  }

  @Test
  void results_that_spring_mvc_awaits_are_refused() {
    for (Class<?> bean : new Class<?>[] {Deferred.class, Task.class, Emitter.class, Body.class}) {
      BeanApplication.with(bean)
          .run(
              context ->
                  assertThat(context.getStartupFailure())
                      .hasMessageContaining("which cannot be retried: what fails after the method"));
    }
  }

  private static void assertRefused(Class<?> bean, Tuple mistake) {
    BeanApplication.with(bean)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .asInstanceOf(type(InvalidPoliciesException.class))
                    .satisfies(
                        failure ->
                            assertThat(failure.beanMistakes())
                                .extracting(BeanMistake::place, BeanMistake::reason)
                                .containsExactly(mistake)));
  }

  interface Prices {

    @Retryable
    String find(String article) throws IOException;
  }

  @Configuration(proxyBeanMethods = false)
  static class Lambda {

    @Bean
    Prices prices() {
      return article -> {
        throw new IOException(article);
      };
    }
  }

  /** The name of its class is another one after each start, and so would be the tag of meters. */
  @Test
  void a_lambda_has_the_name_of_its_interface() {
    BeanApplication.with(Lambda.class)
        .run(
            context -> {
              assertThatThrownBy(() -> context.getBean(Prices.class).find("book"))
                  .isInstanceOf(IOException.class);
              RetriedBeans.RetriedBean bean = context.getBean(RetriedBeans.class).list().get(0);
              assertThat(bean.type()).isEqualTo(Prices.class.getName());
              assertThat(bean.methods().get("Prices.find(String)").retry()).isEqualTo("Prices");
            });
  }
}
