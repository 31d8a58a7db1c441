package dev.reprise.declared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Annotations of a program that have {@link Retryable} themselves. */
class ComposedAnnotationsTest {

  private static final Retry RETRY =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build())
          .withBudget(RetryBudget.unlimited());

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(maxAttempts = 4)
  @interface Patient {}

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(maxAttempts = 4)
  @interface Calm {}

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable(maxAttempts = 2)
  @interface Hasty {}

  @Retention(RetentionPolicy.RUNTIME)
  @Patient
  @Itself
  @interface Remote {}

  @Retention(RetentionPolicy.RUNTIME)
  @Itself
  @interface Itself {}

  @Retryable(maxAttempts = 5)
  @interface NotKept {}

  /** Stands for that of Spring, which only has to have this name and attribute. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface AliasFor {
    Class<? extends Annotation> annotation() default Annotation.class;
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Retryable
  @interface WithAlias {
    @AliasFor(annotation = Retryable.class)
    int maxAttempts() default 7;
  }

  @Retention(RetentionPolicy.RUNTIME)
  @WithAlias
  @interface Deep {
    @AliasFor(annotation = WithAlias.class)
    int maxAttempts() default 8;
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Patient
  @interface AliasOfOther {
    @AliasFor(annotation = Itself.class)
    String value() default "";

    @AliasFor
    String path() default "";
  }

  interface Service {

    @Patient
    void patient() throws IOException;

    @Remote
    void remote() throws IOException;

    @Patient
    @Retryable(maxAttempts = 6)
    void own() throws IOException;

    @Hasty
    @Remote
    void nearest() throws IOException;

    @Patient
    @Calm
    void twoEqual() throws IOException;

    @AliasOfOther
    void aliasOfOther() throws IOException;

    @NotKept
    void notKept() throws IOException;

    void none() throws IOException;
  }

  @Hasty
  interface OnType {

    void find() throws IOException;

    @Patient
    void patient() throws IOException;
  }

  interface Call<T> {
    void on(T service) throws IOException;
  }

  /** Returns the number of attempts of a call that always fails. */
  private static <T> int attempts(Class<T> api, Call<T> call) {
    AtomicInteger attempts = new AtomicInteger();
    Object target =
        Proxy.newProxyInstance(
            api.getClassLoader(),
            new Class<?>[] {api},
            (self, method, arguments) -> {
              throw new IOException("attempt " + attempts.incrementAndGet());
            });
    T service = RetryProxy.of(RETRY, api, api.cast(target), MethodHandles.lookup());
    assertThrows(IOException.class, () -> call.on(service));
    return attempts.get();
  }

  @Test
  void an_annotation_that_has_it_is_effective_in_its_place() {
    assertEquals(4, attempts(Service.class, Service::patient));
    assertEquals(4, attempts(Service.class, Service::remote));
    assertEquals(2, attempts(OnType.class, OnType::find));
    assertEquals(4, attempts(OnType.class, OnType::patient));
  }

  @Test
  void the_nearest_one_is_effective() {
    assertEquals(6, attempts(Service.class, Service::own));
    assertEquals(2, attempts(Service.class, Service::nearest));
    assertEquals(4, attempts(Service.class, Service::twoEqual));
  }

  @Test
  void an_annotation_that_is_not_kept_at_run_time_has_no_effect() {
    assertEquals(1, attempts(Service.class, Service::notKept));
    assertEquals(1, attempts(Service.class, Service::none));
  }

  @Test
  void aliases_of_other_annotations_are_nobodys_business() {
    assertEquals(4, attempts(Service.class, Service::aliasOfOther));
  }

  interface Different {
    @Patient
    @Hasty
    void find();
  }

  interface Alias {
    @WithAlias(maxAttempts = 3)
    void find();
  }

  interface DeepAlias {
    @Deep(maxAttempts = 3)
    void find();
  }

  interface OfStatic {
    @Patient
    static void find() {}
  }

  private static void assertRefused(Executable creation, String... parts) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, creation).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void two_different_ones_are_refused() {
    assertRefused(
        () -> RetryProxy.of(RETRY, Different.class, () -> {}, MethodHandles.lookup()),
        "Different.find()",
        "has two different @Retryable, by way of @",
        "$Patient and @",
        "$Hasty; annotate it with @Retryable itself");
  }

  @Test
  void an_attribute_that_would_be_ignored_is_refused() {
    assertRefused(
        () -> RetryProxy.of(RETRY, Alias.class, () -> {}, MethodHandles.lookup()),
        "$WithAlias.maxAttempts has @AliasFor, which has an effect only on");
    assertRefused(
        () -> RetryProxy.of(RETRY, DeepAlias.class, () -> {}, MethodHandles.lookup()),
        "maxAttempts has @AliasFor");
  }

  @Test
  void a_static_method_is_refused_as_with_the_annotation_itself() {
    assertRefused(
        () -> RetryProxy.of(RETRY, OfStatic.class, new OfStatic() {}, MethodHandles.lookup()),
        "is static, so that no call of it can be retried");
  }

  @Test
  void a_framework_reads_annotations_in_its_own_way() throws ReflectiveOperationException {
    Method find = Alias.class.getMethod("find");
    Optional<RetryMethod> rule =
        RetryMethod.find(
            RETRY, null, find, Alias.class, each -> Calm.class.getAnnotation(Retryable.class));
    assertEquals(4, rule.orElseThrow().retry().policy().maxAttempts());
    assertTrue(RetryMethod.find(RETRY, null, find, Alias.class, each -> null).isEmpty());
  }
}
