package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Properties below {@code reprise.} that nothing reads. */
class UnknownPropertiesTest {

  @TempDir Path directory;

  @Test
  void unknown_properties_stop_the_start_with_a_suggestion_together_with_other_mistakes() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .yaml(
                        """
                        reprise:
                          enable: true
                          metric.enabled: true
                          http.client.orders: quick
                          idempotency.url-pattern: [/a, /b]
                          policy.orders.within: 1s
                          speed: 7
                          policies.orders:
                            max-atempts: 3
                            max-attempts: 0
                        """)
                    .arguments("--reprise.reports.keep=3")))
        .extracting(PropertyMistake::property, mistake -> start(mistake.reason()))
        .containsExactly(
            tuple("reprise.enable", "unknown property, did you mean reprise.enabled?"),
            tuple(
                "reprise.http.client.orders",
                "unknown property, did you mean reprise.http.clients.orders?"),
            tuple(
                "reprise.idempotency.url-pattern[0]",
                "unknown property, did you mean reprise.idempotency.url-patterns?"),
            tuple(
                "reprise.idempotency.url-pattern[1]",
                "unknown property, did you mean reprise.idempotency.url-patterns?"),
            tuple(
                "reprise.metric.enabled",
                "unknown property, did you mean reprise.metrics.enabled?"),
            tuple(
                "reprise.policies.orders.max-atempts",
                "unknown setting max-atempts, did you mean max-attempts?"),
            tuple(
                "reprise.policies.orders.max-attempts",
                "max-attempts must be at least 1, but was 0"),
            tuple(
                "reprise.policy.orders.within",
                "unknown property, did you mean reprise.policies.orders.within?"),
            tuple(
                "reprise.reports.keep",
                "unknown property, expected one of reprise.reports.kept,"
                    + " reprise.reports.messages"),
            tuple(
                "reprise.speed",
                "unknown property, expected one that begins with reprise.annotations,"
                    + " reprise.grpc.channels,"
                    + " reprise.http.clients, reprise.idempotency, reprise.logging,"
                    + " reprise.metrics, reprise.observations, reprise.policies, reprise.reports,"
                    + " reprise.traces, reprise.transactions"));
  }

  @Test
  void an_unknown_property_is_shown_with_its_place() {
    assertThat(
            mistakes(BootedApplication.in(directory).yaml("reprise.metric.enabled: true")).stream()
                .flatMap(mistake -> mistake.origins().stream()))
        .containsExactly(directory + "/application.yaml:1:25");
  }

  @Test
  void variables_that_resemble_a_property_or_begin_with_its_group_are_mistakes() {
    assertThat(
            mistakes(
                BootedApplication.in(directory)
                    .variables(
                        "REPRISE_ENABLE=false",
                        "REPRISE_IDEMPOTENCY_URL_PATTERN_0=/a",
                        "REPRISE_METRICS_SPEED=1",
                        "REPRISE_METRIC_ENABLED=true",
                        "REPRISE_HTTP_CLIENT_ORDERS=quick",
                        "REPRISE_POLICY_ORDERS_WITHIN=1s")))
        .extracting(PropertyMistake::property, mistake -> start(mistake.reason()))
        .containsExactly(
            tuple("REPRISE_ENABLE", "unknown property, did you mean REPRISE_ENABLED?"),
            tuple(
                "REPRISE_HTTP_CLIENT_ORDERS",
                "unknown property, did you mean REPRISE_HTTP_CLIENTS_ORDERS?"),
            tuple(
                "REPRISE_IDEMPOTENCY_URL_PATTERN_0",
                "unknown property, did you mean REPRISE_IDEMPOTENCY_URLPATTERNS?"),
            tuple(
                "REPRISE_METRICS_SPEED",
                "unknown property, expected one of reprise.metrics.batches,"
                    + " reprise.metrics.enabled, reprise.metrics.exception-classes,"
                    + " reprise.metrics.first-attempt-times, reprise.metrics.guards"),
            tuple(
                "REPRISE_METRIC_ENABLED",
                "unknown property, did you mean REPRISE_METRICS_ENABLED?"),
            tuple(
                "REPRISE_POLICY_ORDERS_WITHIN",
                "unknown property, did you mean REPRISE_POLICIES_ORDERS_WITHIN?"));
  }

  @Test
  void properties_that_are_read_and_variables_of_tools_are_no_mistakes() {
    BootedApplication.in(directory)
        .yaml(
            """
            reprise:
              metrics: { enabled: true, first-attempt-times: false, exceptionClasses: false }
              idempotency: { urlPatterns: [/a, /b], require-key-for: PUT }
              http: { read-bodies-up-to: 1KB, clients.none: '' }
              disabled: false
              test.virtual-time: false
            """)
        .variables(
            "REPRISE_PROMETHEUS=/usr/bin/prometheus",
            "REPRISE_NEWER_JDK=/jdk",
            "REPRISE_OLDER_JDK=/jdk",
            "REPRISE_JDK=/jdk",
            "REPRISE_JAVA_OPTS=-Xmx1g",
            "REPRISE_DEBUG=true",
            "REPRISE_PROXY=localhost:1",
            "REPRISE_DISABLED=true",
            "REPRISE_HTTP_READBODIESUPTO=1KB",
            "REPRISE_IDEMPOTENCY_URLPATTERNS_0=/a",
            "REPRISE_METRICS_FIRST_ATTEMPT_TIMES=true",
            "REPRISE_POLICIES_ORDERS_WITHIN=1s")
        .arguments("--repriser.speed=7")
        .start()
        .close();
  }

  @Test
  void nothing_is_checked_if_all_is_switched_off() {
    BootedApplication.in(directory)
        .yaml("reprise: { enabled: false, speed: 7, policies.orders.max-attempts: 0 }")
        .start()
        .close();
  }

  /** The reason without the list of all settings. */
  private static String start(String reason) {
    int expected = reason.indexOf(" Expected one of");
    return expected < 0 ? reason : reason.substring(0, expected);
  }

  private static List<PropertyMistake> mistakes(BootedApplication.Setup setup) {
    Throwable failure = catchThrowable(() -> setup.start().close());
    assertThat(failure).isInstanceOf(InvalidPoliciesException.class);
    return ((InvalidPoliciesException) failure).mistakes();
  }
}
