package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RegistryChange;
import dev.reprise.spring.RetryPolicyCustomizer;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RetryPolicies;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.MapPropertySource;

/** Mistakes in the properties of policies: all of them at the start, each with its origin. */
@ExtendWith(OutputCaptureExtension.class)
class PolicyMistakesTest {

  @TempDir Path directory;

  @Test
  void the_start_reports_all_mistakes_with_their_origins(CapturedOutput output) {
    failure(
        BootedApplication.in(directory)
            .yaml(
                """
                reprise:
                  policies:
                    orders:
                      max-attempts: 0
                      max-atempts: 3
                      within: ${limits.time}
                      retry-on: [java.io.IOException, java.io.IOExeption]
                    stock: maxAttempts=2 within=5
                    mail:
                      max-attempts: unlimited
                """)
            .variables("REPRISE_POLICIES_MAIL_BACKOFF=fixed(1)")
            .arguments("--reprise.policies.pages.budget=lots"));
    assertThat(shown(output))
        .contains(
            """
            APPLICATION FAILED TO START
            ***************************

            Description:

            The settings of retries have 7 mistakes:

                Property: REPRISE_POLICIES_MAIL_BACKOFF
                Value: "fixed(1)"
                Origin: environment variable REPRISE_POLICIES_MAIL_BACKOFF
                Reason: expected a unit of time (ns, us, ms, s, m, h or d) after 1, but found ')'

                Property: reprise.policies.orders.max-atempts
                Value: "3"
                Origin: application.yaml:5:20
                Reason: unknown setting max-atempts, did you mean max-attempts? Expected one of \
            abort-on, attempt-timeout, backoff, budget, \
            """)
        .contains(
            """

                Property: reprise.policies.orders.max-attempts
                Value: "0"
                Origin: application.yaml:4:21
                Reason: max-attempts must be at least 1, but was 0

                Property: reprise.policies.orders.retry-on
                Value: "java.io.IOException, java.io.IOExeption"
                Origin: application.yaml:7:18, application.yaml:7:39
                Reason: there is no class java.io.IOExeption

                Property: reprise.policies.orders.within
                Value: "${limits.time}"
                Origin: application.yaml:6:15
                Reason: Could not resolve placeholder 'limits.time' in value "${limits.time}"

                Property: reprise.policies.pages.budget
                Value: "lots"
                Origin: command line --reprise.policies.pages.budget
                Reason: unknown budget 'lots', expected \
            """)
        .contains(
            """

                Property: reprise.policies.stock
                Value: "maxAttempts=2 within=5"
                Origin: application.yaml:8:12
                Reason: at column 23: expected a unit of time (ns, us, ms, s, m, h or d) after 5, but \
            the text ended


            Action:

            Make these changes:

                - Correct REPRISE_POLICIES_MAIL_BACKOFF (environment variable \
            REPRISE_POLICIES_MAIL_BACKOFF)
                - Rename or remove reprise.policies.orders.max-atempts (application.yaml:5:20)
                - Correct reprise.policies.orders.max-attempts (application.yaml:4:21)
                - Correct reprise.policies.orders.retry-on (application.yaml:7:18, \
            application.yaml:7:39)
                - Correct reprise.policies.orders.within (application.yaml:6:15)
                - Correct reprise.policies.pages.budget (command line --reprise.policies.pages.budget)
                - Correct reprise.policies.stock (application.yaml:8:12)
            """);
  }

  @Test
  void the_warning_of_spring_has_the_first_mistake_on_one_short_line(CapturedOutput output) {
    failure(
        BootedApplication.in(directory)
            .yaml(
                """
                reprise.policies:
                  mail.max-attempts: 0
                  orders.max-attempts: 0
                  pages.max-attempts: 0
                """));
    assertThat(shown(output).lines().filter(line -> line.contains("cancelling refresh attempt")))
        .singleElement()
        .asString()
        .endsWith(
            "cancelling refresh attempt: dev.reprise.spring.policies.InvalidPoliciesException:"
                + " reprise.policies.mail.max-attempts=0: max-attempts must be at least 1, but was"
                + " 0 (application.yaml:2:22), and 2 other mistakes");
    assertThat(output.getOut()).doesNotContain("\tat dev.reprise");
  }

  @Test
  void a_setting_written_in_camel_case_keeps_its_spelling_in_the_message() {
    assertThat(
            mistakes(
                BootedApplication.in(directory).yaml("reprise.policies.orders.maxAttempts: 0")))
        .extracting(PropertyMistake::reason)
        .containsExactly("maxAttempts must be at least 1, but was 0");
  }

  @Test
  void settings_that_contradict_each_other_are_shown_with_all_their_origins() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .yaml("reprise.policies.orders.max-attempts: unlimited")
                    .arguments("--reprise.policies.orders.backoff=none")))
        .containsExactly(
            new PropertyMistake(
                "reprise.policies.orders",
                "backoff=none max-attempts=unlimited",
                "max-attempts=unlimited needs a time limit: set within to a duration, or to"
                    + " unlimited",
                List.of(
                    "application.yaml:1:39", "command line --reprise.policies.orders.backoff")));
  }

  @Test
  void a_mistake_shows_the_value_of_a_placeholder() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .yaml("{ limit: 0, reprise.policies.orders.max-attempts: '${limit}' }")))
        .extracting(PropertyMistake::value, PropertyMistake::reason)
        .containsExactly(
            tuple("${limit} (which is 0)", "max-attempts must be at least 1, but was 0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "reprise.policies: 5 | names no policy, expected reprise.policies.NAME",
        "reprise.policies.a: { max-attempts: 2, maxAttempts: 3 }"
            + " | is also set by reprise.policies.a.max",
        "reprise.policies: { myOrders.within: 1s, my-orders.max-attempts: 3 }"
            + " | use one spelling",
        "reprise.policies: { a: within=1s, a.max-attempts: 3 }"
            + " | expected either a text or settings, but the same source also sets [maxAttempts]",
        "reprise.policies.a.retry-if: x"
            + " | is code and has no text form; a RetryPolicyCustomizer adds it",
        "reprise.policies.a.b.within: 1s | neither a name nor a setting has dots",
        "reprise.policies.a.retry-on: { '[0]': java.lang.Error, '[2]': java.io.IOException }"
            + " | expected index 1, but was 2",
        "reprise.policies.a.within: { '': 1s, '[0]': 2s } | is also set by",
        "reprise.policies.a.within: 30 | expected a unit of time",
        "reprise.policies.a.retry-on-null: 7 | expected true or false",
        "'reprise.policies.[a b].within': 1s | a name has 1 to 100 characters",
      })
  void each_of_these_is_a_mistake(String yaml, String reason) {
    List<PropertyMistake> mistakes = mistakes(BootedApplication.in(directory).yaml(yaml));
    assertThat(mistakes).hasSize(1);
    assertThat(mistakes.get(0).reason()).contains(reason);
    assertThat(mistakes.get(0).origins().get(0)).startsWith("application.yaml:1:");
  }

  @Test
  void a_misspelled_setting_of_a_variable_is_a_mistake() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .yaml("reprise.policies.my-orders.within: 1s")
                    .variables(
                        "REPRISE_POLICIES_MY_ORDERS_MAX_ATEMPTS=5",
                        "REPRISE_POLICIES_STOCK_WITHN=1s")))
        .extracting(PropertyMistake::property)
        .containsExactly("REPRISE_POLICIES_MY_ORDERS_MAX_ATEMPTS", "REPRISE_POLICIES_STOCK_WITHN");
  }

  @Test
  void mistakes_in_a_text_whose_settings_are_replaced_are_found() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .yaml("reprise.policies.a: maxAttempts=0 within=1 within=2s oops")
                    .arguments("--reprise.policies.a.maxAttempts=3")))
        .allSatisfy(
            mistake -> assertThat(mistake.origins()).containsExactly("application.yaml:1:21"))
        .extracting(PropertyMistake::reason)
        .hasSize(2)
        .anySatisfy(reason -> assertThat(reason).contains("within is set twice"))
        .anySatisfy(reason -> assertThat(reason).contains("unknown setting oops"));
  }

  @Test
  void what_code_refuses_is_a_mistake_in_the_properties() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .yaml("reprise.policies.orders.max-attempts: 9")
                    .configuration(AtMostFive.class)))
        .extracting(PropertyMistake::reason)
        .singleElement()
        .asString()
        .contains("at most 5 attempts, but was 9");
  }

  @Test
  void mistakes_stop_the_start_even_if_beans_are_lazy() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .yaml("reprise.policies.orders.max-attempts: 0")
                    .arguments("--spring.main.lazy-initialization=true")))
        .hasSize(1);
  }

  @Test
  void a_reload_with_mistakes_changes_nothing() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies: { orders.max-attempts: 3, mail.max-attempts: 3 }")
            .start()) {
      application
          .context()
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  "newer",
                  Map.of(
                      "reprise.policies.orders.max-attempts", 5,
                      "reprise.policies.mail.within", "${nothing}",
                      "reprise.policies.mail.max-attempts", 0)));
      RetryPolicies policies = application.policies();
      InvalidPoliciesException refused =
          catchThrowableOfType(InvalidPoliciesException.class, policies::reload);
      assertThat(refused.mistakes())
          .extracting(PropertyMistake::origins)
          .containsExactly(
              List.of("\"reprise.policies.mail.max-attempts\" from property source \"newer\""),
              List.of("\"reprise.policies.mail.within\" from property source \"newer\""));
      assertThat(application.policy("orders")).isEqualTo(RetryPolicy.parse("maxAttempts=3"));
      application.context().getEnvironment().getPropertySources().remove("newer");
      assertThat(policies.reload()).extracting(RegistryChange::isEmpty).isEqualTo(true);
    }
  }

  private List<PropertyMistake> mistakes(BootedApplication.Setup setup) {
    return failure(setup).mistakes().stream()
        .map(
            mistake ->
                new PropertyMistake(
                    mistake.property(),
                    mistake.value(),
                    mistake.reason(),
                    mistake.origins().stream()
                        .map(origin -> origin.replace(directory + "/", ""))
                        .toList()))
        .toList();
  }

  private String shown(CapturedOutput output) {
    return output.getOut().replace(directory + "/", "").replace(System.lineSeparator(), "\n");
  }

  private static InvalidPoliciesException failure(BootedApplication.Setup setup) {
    Throwable failure = catchThrowable(() -> setup.start().close());
    return (InvalidPoliciesException) NestedExceptionUtils.getMostSpecificCause(failure);
  }

  @Configuration(proxyBeanMethods = false)
  static class AtMostFive {

    @Bean
    RetryPolicyCustomizer atMostFive() {
      return (name, policy) -> {
        if (policy.equals(RetryPolicy.parse("maxAttempts=9"))) {
          throw new IllegalArgumentException("expected at most 5 attempts, but was 9");
        }
        return policy;
      };
    }
  }
}
