package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** Beans whose calls would not be retried as their annotations promise. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class BeanRefusalsTest {

  private static void assertRefused(Class<?> bean, String... parts) {
    BeanApplication.with(Empty.class)
        .withBean("orders", bean)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("'orders'")
                    .satisfies(
                        failure -> {
                          String message = rootMessages(failure);
                          assertThat(message).contains(parts);
                        }));
  }

  private static String rootMessages(Throwable failure) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause)
        .map(String::valueOf)
        .reduce("", (all, each) -> all + "\n" + each);
  }

  @Configuration(proxyBeanMethods = false)
  static class Empty {}

  static class TwoAnnotations {

    @Retryable
    @org.springframework.retry.annotation.Retryable
    public void find(String id) {}
  }

  static class OtherOnClass {

    @Retryable
    public void find(String id) {}

    @org.springframework.retry.annotation.Retryable
    public void place(String id) {}
  }

  @Test
  void two_annotations_named_retryable_on_a_method_are_refused() {
    assertRefused(
        TwoAnnotations.class,
        "TwoAnnotations.find(String) has @org.springframework.retry.annotation.Retryable, and"
            + " TwoAnnotations.find(String) has @dev.reprise.declared.Retryable: remove one of"
            + " them");
  }

  @Test
  void two_annotations_named_retryable_in_a_bean_are_refused() {
    assertRefused(
        OtherOnClass.class,
        "OtherOnClass.place has @org.springframework.retry.annotation.Retryable, and"
            + " OtherOnClass.find(String) has @dev.reprise.declared.Retryable: remove one of them");
  }

  static class FinalMethod {

    @Retryable
    public final void find(String id) {}
  }

  static class PrivateMethod {

    @Retryable
    private void find(String id) {}
  }

  static class StaticMethod {

    @Retryable
    static void find(String id) {}
  }

  static final class FinalClass {

    @Retryable
    void find(String id) {}
  }

  static class LateResult {

    @Retryable
    public Flow.Publisher<String> find(String id) {
      throw new UnsupportedOperationException(id);
    }
  }

  static class PlainFuture {

    @Retryable
    public Future<String> find(String id) {
      throw new UnsupportedOperationException(id);
    }
  }

  static class WrongPolicy {

    @Retryable(maxAttempts = 0)
    public void find(String id) {}
  }

  static class UnknownName {

    @Retryable(name = "orders")
    public void find(String id) {}
  }

  @Test
  void methods_that_a_proxy_cannot_override_are_refused() {
    assertRefused(FinalMethod.class, "FinalMethod.find(String) is final");
    assertRefused(PrivateMethod.class, "PrivateMethod.find(String) is private");
    assertRefused(StaticMethod.class, "StaticMethod.find(String) is static");
    assertRefused(FinalClass.class, "FinalClass is final and has no interface");
  }

  @Test
  void results_that_arrive_later_are_refused() {
    assertRefused(
        LateResult.class,
        "LateResult.find(String) returns java.util.concurrent.Flow$Publisher, which cannot be"
            + " retried");
    assertRefused(
        PlainFuture.class,
        "PlainFuture.find(String) returns java.util.concurrent.Future, which cannot be retried");
  }

  @Test
  void invalid_policies_and_unknown_names_stop_the_start() {
    assertRefused(WrongPolicy.class, "WrongPolicy.find(String): @Retryable(maxAttempts):");
    assertRefused(
        UnknownName.class,
        "UnknownName.find(String): @Retryable(name = \"orders\"): there is no policy named orders");
  }

  static class CallsItself {

    private CallsItself self = this;

    @Retryable
    public String find(String id, long version) {
      return id;
    }

    public String direct(String id) {
      return "order " + find(id, 7L);
    }

    public long byLambda(Stream<String> ids) {
      return ids.map(id -> find(id, 1)).count();
    }

    public String byReference(String id) {
      java.util.function.BiFunction<String, Long, String> found = this::find;
      return found.apply(id, 1L);
    }

    public String byProxy(String id) {
      return self.find(id, 1);
    }

    public String another(CallsItself other) {
      return other.find("a", 2);
    }

    @Retryable
    public String withinAttempts(String id) {
      return find(id, 3);
    }
  }

  interface Api {

    @Retryable
    String find(String id);
  }

  static final class PartlyByInterface implements Api {

    @Override
    public String find(String id) {
      return id;
    }

    @Retryable
    public String hidden() {
      return "";
    }
  }

  @Test
  void calls_of_a_bean_to_itself_are_reported_where_they_can_be_seen(CapturedOutput output) {
    BeanApplication.with(Empty.class)
        .withBean("orders", CallsItself.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output.getAll().lines().filter(line -> line.contains("on the same object")))
        .hasSize(3)
        .allMatch(line -> line.contains("Bean 'orders'"))
        .anyMatch(line -> line.contains("CallsItself.direct calls CallsItself.find(String, long)"))
        .anyMatch(line -> line.contains("CallsItself.byLambda calls"))
        .anyMatch(line -> line.contains("CallsItself.byReference calls"));
  }

  @Test
  void methods_that_the_proxy_does_not_have_are_reported(CapturedOutput output) {
    BeanApplication.with(Empty.class)
        .withBean("orders", PartlyByInterface.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output.getAll())
        .contains("Bean 'orders': PartlyByInterface.hidden() is not retried, because no interface");
  }
}
