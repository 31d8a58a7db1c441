package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.declared.Retryable;
import dev.reprise.event.RetryEvent;
import dev.reprise.testing.RecordingListener;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotEmpty;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import org.springframework.validation.beanvalidation.MethodValidationPostProcessor;
import org.springframework.web.client.HttpClientErrorException;

/** Failures of Spring's parts that another attempt does not change. */
class FutileFailuresTest {

  static class Orders {

    final AtomicInteger attempts = new AtomicInteger();
    @Nullable RuntimeException failure;

    @Retryable
    public String find() {
      return fail();
    }

    @Retryable(
        retryOn = {AccessDeniedException.class, DataIntegrityViolationException.class},
        backoff = "none")
    public String findNamed() {
      return fail();
    }

    private String fail() {
      attempts.incrementAndGet();
      RuntimeException thrown = failure;
      if (thrown != null) {
        throw thrown;
      }
      return "";
    }
  }

  static Stream<RuntimeException> futile() {
    return Stream.of(
        new AccessDeniedException("no"),
        new BadCredentialsException("no"),
        new DataIntegrityViolationException("no"),
        new BadSqlGrammarException("find", "selekt", new java.sql.SQLException()),
        new InvalidDataAccessApiUsageException("no"),
        new IllegalTransactionStateException("no"),
        new NoSuchBeanDefinitionException("stock"),
        new TransactionSystemException("no", new ConstraintViolationException("no", null)),
        status(HttpStatus.BAD_REQUEST),
        status(HttpStatus.NOT_FOUND),
        status(HttpStatus.valueOf(422)));
  }

  static Stream<RuntimeException> temporary() {
    return Stream.of(
        new AuthenticationServiceException("no answer"),
        new CannotAcquireLockException("held"),
        new DataAccessResourceFailureException("no connection"),
        new DuplicateKeyException("find or insert"),
        new TransactionSystemException("connection lost"),
        status(HttpStatus.REQUEST_TIMEOUT),
        status(HttpStatus.CONFLICT),
        status(HttpStatus.TOO_MANY_REQUESTS));
  }

  private static HttpClientErrorException status(HttpStatus status) {
    return HttpClientErrorException.create(
        status, "", HttpHeaders.EMPTY, new byte[0], StandardCharsets.UTF_8);
  }

  /** Calls a bean once for each failure, and returns the numbers of its attempts. */
  private static List<Integer> attempts(
      Stream<RuntimeException> failures, Consumer<Orders> call, String... properties) {
    List<Integer> attempts = new ArrayList<>();
    BeanApplication.with()
        .withBean("orders", Orders.class)
        .withPropertyValues(properties)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              Orders target = AopTestUtils.getTargetObject(orders);
              failures.forEach(
                  failure -> {
                    target.failure = failure;
                    target.attempts.set(0);
                    assertThat(catchThrowable(() -> call.accept(orders))).isSameAs(failure);
                    attempts.add(target.attempts.get());
                  });
            });
    return attempts;
  }

  @Test
  void are_not_retried_by_the_default_policy() {
    assertThat(attempts(futile(), Orders::find)).hasSize(11).containsOnly(1);
  }

  @Test
  void that_may_be_temporary_are_retried() {
    assertThat(attempts(temporary(), Orders::find, "reprise.policies.default.budget=unlimited"))
        .hasSize(8)
        .containsOnly(3);
  }

  @Test
  void are_retried_if_the_annotation_or_the_properties_name_them() {
    RuntimeException denied = new AccessDeniedException("not yet");
    RuntimeException refused = new DataIntegrityViolationException("not yet");
    String retryOn = "reprise.policies.default.retry-on=";
    assertThat(attempts(Stream.of(denied, refused), Orders::findNamed)).containsExactly(3, 3);
    assertThat(attempts(Stream.of(denied), Orders::find, retryOn + denied.getClass().getName()))
        .containsExactly(3);
    assertThat(
            attempts(
                Stream.of(refused, denied),
                Orders::find,
                retryOn + "org.springframework.dao.DataAccessException"))
        .containsExactly(3, 1);
  }

  @Validated
  static class ValidatedOrders {

    final AtomicInteger attempts = new AtomicInteger();

    @Retryable
    public @NotEmpty String find(@NotEmpty String id) {
      attempts.incrementAndGet();
      return id.strip();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Validation {

    @Bean
    static LocalValidatorFactoryBean validator() {
      return new LocalValidatorFactoryBean();
    }

    @Bean
    static MethodValidationPostProcessor validation(LocalValidatorFactoryBean validator) {
      MethodValidationPostProcessor processor = new MethodValidationPostProcessor();
      processor.setValidator(validator);
      processor.setProxyTargetClass(true);
      return processor;
    }
  }

  /** The validation is inside the retries, so an invalid result is seen by them as a failure. */
  @Test
  void of_a_validated_bean_end_the_call_at_the_first_attempt() {
    BeanApplication.with(Validation.class)
        .withBean(ValidatedOrders.class)
        .run(
            context -> {
              ValidatedOrders orders = context.getBean(ValidatedOrders.class);
              assertThat(orders.find("7")).isEqualTo("7");
              assertThatExceptionOfType(ConstraintViolationException.class)
                  .isThrownBy(() -> orders.find(""));
              assertThatExceptionOfType(ConstraintViolationException.class)
                  .isThrownBy(() -> orders.find(" "));
              assertThat(
                      context
                          .getBean(RecordingListener.class)
                          .recorded(RetryEvent.CallFinished.class)
                          .stream()
                          .map(RetryEvent.CallFinished::attempts))
                  .containsExactly(1, 1);
            });
  }
}
