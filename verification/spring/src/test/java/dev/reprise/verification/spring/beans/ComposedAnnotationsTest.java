package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.policies.BeanMistake;
import dev.reprise.spring.policies.InvalidPoliciesException;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;

/** Annotations of an application that have {@link Retryable} themselves, with aliases. */
class ComposedAnnotationsTest {

  private static final String HERE = ComposedAnnotationsTest.class.getName();

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(maxAttempts = 4)
  @interface Patient {}

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(maxAttempts = 2)
  @interface Hasty {}

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(within = "10s")
  public @interface Remote {

    @AliasFor(annotation = Retryable.class, attribute = "maxAttempts")
    int attempts() default 5;

    @AliasFor(annotation = Retryable.class)
    Class<? extends Throwable>[] abortOn() default {};

    @AliasFor(annotation = Retryable.class, attribute = "fallback")
    String otherwise() default "";
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Remote
  @interface Deep {

    @AliasFor(annotation = Remote.class, attribute = "attempts")
    int value();
  }

  /** Fails with the number of the attempt as message. */
  static class Attempts {

    private int made;

    String fail() throws IOException {
      made++;
      throw new IOException("attempt " + made);
    }
  }

  static class OnMethods {

    private final Attempts attempts = new Attempts();

    @Patient
    public String patient() throws IOException {
      return attempts.fail();
    }

    @Remote
    public String remote() throws IOException {
      return attempts.fail();
    }

    @Remote(attempts = 3)
    public String three() throws IOException {
      return attempts.fail();
    }

    @Remote(abortOn = IOException.class)
    public String futile() throws IOException {
      return attempts.fail();
    }

    @Remote(attempts = 3, otherwise = "known")
    public String withFallback() throws IOException {
      return attempts.fail();
    }

    @Deep(6)
    public String deep() throws IOException {
      return attempts.fail();
    }

    @Patient
    @Retryable(maxAttempts = 7)
    public String own() throws IOException {
      return attempts.fail();
    }

    String known(IOException failure) {
      return failure.getMessage();
    }
  }

  interface Call {
    Object on(OnMethods bean) throws IOException;
  }

  private static void assertAttempts(int attempts, Call call) {
    BeanApplication.with(OnMethods.class)
        .withPropertyValues("reprise.policies.default.budget=unlimited")
        .run(
            context ->
                assertThatThrownBy(() -> call.on(context.getBean(OnMethods.class)))
                    .hasMessage("attempt " + attempts));
  }

  @Test
  void an_annotation_that_has_it_is_effective_in_its_place() {
    assertAttempts(4, OnMethods::patient);
    assertAttempts(5, OnMethods::remote);
    assertAttempts(7, OnMethods::own);
  }

  @Test
  void its_attributes_set_those_of_the_annotation_that_it_has() {
    assertAttempts(3, OnMethods::three);
    assertAttempts(1, OnMethods::futile);
    assertAttempts(6, OnMethods::deep);
    BeanApplication.with(OnMethods.class)
        .run(
            context ->
                assertThat(context.getBean(OnMethods.class).withFallback()).isEqualTo("attempt 3"));
  }

  @Patient
  static class OnClass {

    private final Attempts attempts = new Attempts();

    public String find() throws IOException {
      return attempts.fail();
    }
  }

  interface Store {

    @Hasty
    String find() throws IOException;
  }

  static class OfInterface implements Store {

    private final Attempts attempts = new Attempts();

    @Override
    public String find() throws IOException {
      return attempts.fail();
    }
  }

  @Test
  void it_is_effective_on_a_class_and_in_an_interface() {
    BeanApplication.with(OnClass.class)
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(OnClass.class).find())
                    .hasMessage("attempt 4"));
    BeanApplication.with(OfInterface.class)
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(Store.class).find())
                    .hasMessage("attempt 2"));
  }

  static class Different {

    @Patient
    @Hasty
    public void find() {}
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(name = "missing")
  @interface Missing {}

  static class Unknown {

    @Missing
    public void find() {}
  }

  @Test
  void mistakes_stop_the_start() {
    assertRefused(
        Different.class,
        "two different @Retryable, by way of @"
            + HERE
            + "$Patient and @"
            + HERE
            + "$Hasty; annotate it with @Retryable itself");
    assertRefused(Unknown.class, "missing");
  }

  private static void assertRefused(Class<?> bean, String reason) {
    BeanApplication.with(bean)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .asInstanceOf(type(InvalidPoliciesException.class))
                    .satisfies(
                        failure -> {
                          assertThat(failure.beanMistakes())
                              .extracting(BeanMistake::place)
                              .containsExactly(bean.getCanonicalName() + ".find()");
                          assertThat(failure.beanMistakes().get(0).reason()).contains(reason);
                        }));
  }
}
