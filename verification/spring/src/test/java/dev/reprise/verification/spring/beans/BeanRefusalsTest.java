package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.beans.RetryableBeansAutoConfiguration;
import dev.reprise.spring.policies.BeanMistake;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.ParallelFlux;

/** Beans whose calls would not be retried as their annotations promise. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class BeanRefusalsTest {

  private static final String HERE = BeanRefusalsTest.class.getName() + ".";

  private static void assertRefused(Class<?> bean, String place, String reason) {
    assertThat(mistakes(BeanApplication.with(Empty.class).withBean("orders", bean)))
        .singleElement()
        .satisfies(
            mistake -> {
              assertThat(mistake.beans()).containsExactly("orders");
              assertThat(mistake.place()).isEqualTo(HERE + bean.getSimpleName() + place);
              assertThat(mistake.reason()).startsWith(reason);
            });
  }

  private static List<BeanMistake> mistakes(ApplicationContextRunner application) {
    List<BeanMistake> mistakes = new ArrayList<>();
    application.run(
        context ->
            assertThat(context)
                .getFailure()
                .isInstanceOfSatisfying(
                    InvalidPoliciesException.class,
                    failure -> mistakes.addAll(failure.beanMistakes())));
    return mistakes;
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
        ".find(String)",
        "has @org.springframework.retry.annotation.Retryable, and TwoAnnotations.find(String) has"
            + " @dev.reprise.declared.Retryable: remove one of them, because two retries");
  }

  @Test
  void two_annotations_named_retryable_in_a_bean_are_refused() {
    assertRefused(
        OtherOnClass.class,
        ".place(String)",
        "has @org.springframework.retry.annotation.Retryable, and OtherOnClass.find(String) has"
            + " @dev.reprise.declared.Retryable: remove one of them, because two retries");
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
    assertRefused(
        FinalMethod.class,
        ".find(String)",
        "the method is final, so that no proxy can retry its calls");
    assertRefused(
        PrivateMethod.class,
        ".find(String)",
        "PrivateMethod.find(String) is private, so that no call of it can be retried");
    assertRefused(
        StaticMethod.class,
        ".find(String)",
        "StaticMethod.find(String) is static, so that no call of it can be retried");
    assertRefused(
        FinalClass.class,
        "",
        "the class is final and has no interface, so that no proxy can retry its calls");
  }

  @Test
  void results_that_arrive_later_are_refused() {
    assertRefused(
        LateResult.class,
        ".find(String)",
        "LateResult.find(String) returns java.util.concurrent.Flow$Publisher, which cannot be"
            + " retried");
    assertRefused(
        PlainFuture.class,
        ".find(String)",
        "PlainFuture.find(String) returns java.util.concurrent.Future, which cannot be retried");
  }

  static class Reactive {

    @Retryable
    public ParallelFlux<String> all() {
      return Flux.<String>empty().parallel();
    }
  }

  @Test
  void a_type_of_reactor_without_an_adapter_is_refused() {
    assertThat(mistakes(BeanApplication.with(Empty.class).withBean("orders", Reactive.class)))
        .extracting(BeanMistake::place, BeanMistake::reason)
        .containsExactly(
            tuple(
                HERE + "Reactive.all()",
                "Reactive.all() returns reactor.core.publisher.ParallelFlux, which cannot be"
                    + " retried: what fails after the method has returned would be lost; declare"
                    + " CompletionStage, CompletableFuture or a value, or take the method out with"
                    + " @Retryable(enabled = false)"));
  }

  @Test
  void invalid_policies_and_unknown_names_stop_the_start() {
    assertRefused(WrongPolicy.class, ".find(String)", "@Retryable(maxAttempts): ");
    assertRefused(
        UnknownName.class,
        ".find(String)",
        "@Retryable(name = \"orders\"): there is no policy named orders, expected one of [default,"
            + " reports]");
  }

  static class ManyMistakes {

    @Retryable(name = "report")
    public String named() {
      return "";
    }

    @Retryable(fallback = "absent")
    public String withoutFallback(String id) {
      return id;
    }

    @Retryable(fallback = "other")
    public String wrongFallback(String id) {
      return id;
    }

    public int other(String id, Exception failure) {
      return 0;
    }

    @Retryable
    private void hidden() {}
  }

  interface Hidden {}

  static class FoundWhenCreated implements Hidden {

    @Retryable(name = "report")
    public void find() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class ByInterface {

    @Bean
    Hidden first() {
      return new FoundWhenCreated();
    }

    @Bean
    Hidden second() {
      return new FoundWhenCreated();
    }
  }

  @Test
  void all_mistakes_of_all_beans_and_properties_are_reported_together_each_once() {
    BeanApplication.with(Empty.class)
        .withBean("orders", ManyMistakes.class)
        .withBean("returns", ManyMistakes.class)
        .withBean("stock", FinalMethod.class)
        .withPropertyValues("reprise.policies.reports.maxAttempts=0", "reprise.metric.enabled=true")
        .run(
            context -> {
              InvalidPoliciesException failure =
                  (InvalidPoliciesException) context.getStartupFailure();
              assertThat(failure.mistakes())
                  .extracting(PropertyMistake::property)
                  .containsExactly(
                      "reprise.metric.enabled", "reprise.policies.reports.maxAttempts");
              assertThat(failure.beanMistakes())
                  .extracting(BeanMistake::beans, BeanMistake::place, BeanMistake::reason)
                  .containsExactly(
                      tuple(
                          List.of("stock"),
                          HERE + "FinalMethod.find(String)",
                          "the method is final, so that no proxy can retry its calls"),
                      tuple(
                          List.of("orders", "returns"),
                          HERE + "ManyMistakes.hidden()",
                          "ManyMistakes.hidden() is private, so that no call of it can be retried"),
                      tuple(
                          List.of("orders", "returns"),
                          HERE + "ManyMistakes.named()",
                          "@Retryable(name = \"report\"): there is no policy named report, did you"
                              + " mean reports? Expected one of [default, reports]"),
                      tuple(
                          List.of("orders", "returns"),
                          HERE + "ManyMistakes.withoutFallback(String)",
                          "@Retryable(fallback = \"absent\"): ManyMistakes needs a method String"
                              + " absent(String, Throwable), or with a subclass of Throwable; there"
                              + " is no method with this name"),
                      tuple(
                          List.of("orders", "returns"),
                          HERE + "ManyMistakes.wrongFallback(String)",
                          "@Retryable(fallback = \"other\"): ManyMistakes needs a method String"
                              + " other(String, Throwable), or with a subclass of Throwable; there"
                              + " is only int other(String, Exception)"));
              assertThat(failure)
                  .hasMessage(
                      "reprise.metric.enabled=true: unknown property, did you mean"
                          + " reprise.metrics.enabled? (\"reprise.metric.enabled\" from property"
                          + " source \"test\"), and 6 other mistakes");
            });
  }

  @Test
  void the_failure_analysis_lists_mistakes_of_beans_with_what_to_do(CapturedOutput output) {
    assertThatThrownBy(
            () ->
                new SpringApplicationBuilder(WithAnalysis.class)
                    .web(WebApplicationType.NONE)
                    .run("--spring.main.banner-mode=off", "--spring.main.lazy-initialization=true"))
        .isInstanceOf(InvalidPoliciesException.class);
    assertThat(output.getOut().replace(System.lineSeparator(), "\n"))
        .contains(
            """
            Description:

            The settings of retries have a mistake:

                Annotation: @Retryable of %1$sUnknownName.find(String)
                Bean: orders
                Reason: @Retryable(name = "orders"): there is no policy named orders, expected one of \
            [default]


            Action:

            Make these changes:

                - Correct @Retryable of %1$sUnknownName.find(String)
            """
                .formatted(HERE))
        .doesNotContain("\tat ");
    assertThat(output.getOut().split("there is no policy named orders", -1))
        .as("once in the warning of Spring, once in the analysis")
        .hasSize(3);
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({RepriseAutoConfiguration.class, RetryableBeansAutoConfiguration.class})
  static class WithAnalysis {

    @Bean
    UnknownName orders() {
      return new UnknownName();
    }
  }

  @Test
  void mistakes_that_only_created_beans_show_are_reported_together() {
    assertThat(mistakes(BeanApplication.with(ByInterface.class)))
        .extracting(BeanMistake::beans, BeanMistake::place)
        .containsExactly(tuple(List.of("first", "second"), HERE + "FoundWhenCreated.find()"));
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyByInterface {

    @Bean
    @Lazy
    Hidden first(AtomicInteger created) {
      created.incrementAndGet();
      return new FoundWhenCreated();
    }

    @Bean
    AtomicInteger created() {
      return new AtomicInteger();
    }
  }

  @Test
  void a_lazy_bean_is_not_created_for_the_checks_and_reports_its_mistakes_when_it_is() {
    BeanApplication.with(LazyByInterface.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(AtomicInteger.class)).hasValue(0);
              assertThatThrownBy(() -> context.getBean(Hidden.class))
                  .rootCause()
                  .isInstanceOfSatisfying(
                      InvalidPoliciesException.class,
                      failure ->
                          assertThat(failure.beanMistakes())
                              .extracting(BeanMistake::beans, BeanMistake::place)
                              .containsExactly(
                                  tuple(List.of("first"), HERE + "FoundWhenCreated.find()")));
            });
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
