package dev.reprise.verification.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;

/** Hints for a native image. */
class HintsTest {

  @Test
  void exceptions_that_properties_name_are_found_by_name() {
    RuntimeHints hints =
        hints(
            "reprise.policies.orders.retry-on=java.io.IOException, java.net.ConnectException",
            "reprise.policies.mail=abortOn=java.util.concurrent.TimeoutException");
    assertThat(RuntimeHintsPredicates.reflection().onType(IOException.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(ConnectException.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(TimeoutException.class)).accepts(hints);
  }

  @Test
  void annotated_methods_and_the_exceptions_that_their_texts_name_are_found() {
    RuntimeHints hints = hints("reprise.policies.orders=");
    assertThat(RuntimeHintsPredicates.reflection().onType(EOFException.class)).accepts(hints);
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onType(AotApplication.OrderService.class)
                .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
        .accepts(hints);
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onType(AotApplication.Orders.class)
                .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
        .accepts(hints);
  }

  @Test
  void there_are_no_hints_if_switched_off() {
    RuntimeHints hints =
        hints("reprise.enabled=false", "reprise.policies.orders.retry-on=java.io.IOException");
    assertThat(RuntimeHintsPredicates.reflection().onType(IOException.class)).rejects(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(EOFException.class)).rejects(hints);
  }

  private static RuntimeHints hints(String... properties) {
    TestGenerationContext generated = new TestGenerationContext();
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      TestPropertyValues.of(properties).applyTo(context);
      context.register(RepriseAutoConfiguration.class, Services.class);
      new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
    }
    return generated.getRuntimeHints();
  }

  @Configuration(proxyBeanMethods = false)
  static class Services {

    @Bean
    AotApplication.OrderService orderService() {
      return new AotApplication.OrderService(Retry.none());
    }
  }
}
