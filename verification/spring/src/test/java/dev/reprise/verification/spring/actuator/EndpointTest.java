package dev.reprise.verification.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.declared.Retryable;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.verification.spring.Http;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.client.RestClient;

@SpringBootTest(
    classes = EndpointTest.Application.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "management.endpoints.web.exposure.include=reprise,health",
      "management.endpoint.health.show-details=always",
      "reprise.policies.orders.max-attempts=3",
      "reprise.policies.orders.backoff=fixed(2s)",
      "reprise.policies.orders.budget=bucket(4, 1)",
      "reprise.policies.mail=maxAttempts=2 within=unlimited backoff=none",
      "reprise.http.clients.payments=mail",
      "reprise.reports.kept=2"
    })
@AutoConfigureReprise
class EndpointTest {

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import(Orders.class)
  static class Application {

    @Bean
    RestClient payments(RestClient.Builder builder) {
      return builder.build();
    }
  }

  static class Orders {

    @Retryable(name = "orders")
    @Transactional
    public String find(String id) {
      return id;
    }
  }

  @Autowired private ConfigurableEnvironment environment;
  @Autowired private RetryRegistry registry;
  private final Map<String, Object> changes = new HashMap<>();

  @BeforeEach
  void addSource() {
    environment.getPropertySources().addFirst(new MapPropertySource("changes", changes));
  }

  @AfterEach
  void removeSource() {
    environment.getPropertySources().remove("changes");
    assertThat(Http.post(environment, "/actuator/reprise", "").statusCode()).isEqualTo(200);
  }

  @Test
  void shows_policies_with_explanation_and_budget() {
    Map<String, Object> policies = map(get("/actuator/reprise").get("policies"));
    assertThat(policies).containsOnlyKeys("default", "mail", "orders");
    Map<String, Object> orders = map(policies.get("orders"));
    assertThat(orders)
        .containsOnlyKeys("policy", "budget", "budgetLevel", "retrying", "explain", "warnings")
        .containsEntry("policy", "maxAttempts=3 within=1m backoff=fixed(2s)")
        .containsEntry("budget", "bucket(4, 1)")
        .containsEntry("budgetLevel", 1.0)
        .containsEntry("retrying", 0);
    assertThat(strings(orders.get("explain")))
        .contains("policy  maxAttempts=3 within=1m backoff=fixed(2s)", "attempts at most   3")
        .anyMatch(line -> line.contains("2 s") && line.contains("4 s"));
    assertThat(strings(orders.get("warnings"))).anyMatch(line -> line.startsWith("No jitter"));
  }

  @Test
  void shows_the_last_reports_without_messages_the_newest_first() {
    Retry orders = registry.retry("orders");
    fail(orders, "secret 1");
    fail(orders, "secret 2");
    fail(registry.retry("mail"), "secret 3");
    HttpResponse<String> response = Http.get(environment, "/actuator/reprise");
    assertThat(response.body()).doesNotContain("secret");
    Map<String, Object> reports = map(parse(response).get("reports"));
    List<Map<String, Object>> ofOrders = maps(reports.get("orders"));
    assertThat(ofOrders).hasSize(2);
    assertThat(ofOrders.get(0)).containsOnlyKeys("ended", "report");
    assertThat(map(ofOrders.get(0).get("report")))
        .containsEntry("retry", "orders")
        .containsEntry("attempts", 3)
        .containsEntry("stopReason", "ATTEMPTS");
    assertThat((String) ofOrders.get(0).get("ended")).isEqualTo("2000-01-01T00:00:08Z");
    assertThat((String) ofOrders.get(1).get("ended")).isEqualTo("2000-01-01T00:00:04Z");
    fail(registry.retry("mail"), "secret 4");
    assertThat(maps(map(get("/actuator/reprise").get("reports")).get("orders")))
        .as("a failure of another retry")
        .isEqualTo(ofOrders);
  }

  @Test
  void shows_the_order_of_advisors_and_the_retried_http_clients() {
    Map<String, Object> all = get("/actuator/reprise");
    assertThat(map(all.get("httpClients"))).isEqualTo(Map.of("payments", "mail"));
    Map<String, Object> beans = map(all.get("beans"));
    assertThat(beans).hasSize(1);
    Map<String, Object> orders = map(beans.values().iterator().next());
    assertThat(orders).containsEntry("type", Orders.class.getName());
    assertThat(map(orders.get("methods"))).hasSize(1);
    assertThat(strings(orders.get("advisors")))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("dev.reprise.spring.beans.");
    assertThat(strings(orders.get("advisors")).get(1)).endsWith(".TransactionInterceptor");
  }

  @Test
  void shows_one_policy_with_its_reports() {
    fail(registry.retry("mail"), "no");
    Map<String, Object> mail = get("/actuator/reprise/mail");
    assertThat(mail).containsEntry("policy", "maxAttempts=2 within=unlimited backoff=none");
    assertThat(map(maps(mail.get("reports")).get(0).get("report"))).containsEntry("retry", "mail");
    assertThat(Http.get(environment, "/actuator/reprise/nobody").statusCode()).isEqualTo(404);
  }

  @Test
  void a_post_reloads_and_answers_with_the_changed_names() {
    changes.put("reprise.policies.orders.max-attempts", "7");
    changes.put("reprise.policies.payments.within", "1s");
    HttpResponse<String> response = Http.post(environment, "/actuator/reprise", "");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(parse(response))
        .containsEntry("added", List.of("payments"))
        .containsEntry("changed", List.of("orders"))
        .containsEntry("removed", List.of());
    assertThat(registry.retry("orders").policy().maxAttempts()).isEqualTo(7);
  }

  @Test
  void a_reload_with_mistakes_answers_with_all_of_them_and_changes_nothing() {
    changes.put("reprise.policies.orders.max-attempts", "none");
    changes.put("reprise.policies.mail", "attempts=2");
    changes.put("reprise.policies.payments.within", "1s");
    HttpResponse<String> response = Http.post(environment, "/actuator/reprise", "");
    assertThat(response.statusCode()).isEqualTo(400);
    List<Map<String, Object>> mistakes = maps(parse(response).get("mistakes"));
    assertThat(mistakes)
        .allSatisfy(
            mistake ->
                assertThat(mistake).containsOnlyKeys("property", "value", "reason", "origins"))
        .extracting(mistake -> (String) mistake.get("property"))
        .satisfiesExactlyInAnyOrder(
            property -> assertThat(property).startsWith("reprise.policies.orders"),
            property -> assertThat(property).isEqualTo("reprise.policies.mail"));
    assertThat(mistakes).extracting(mistake -> (String) mistake.get("reason")).doesNotContain("");
    assertThat(registry.retry("orders").policy().maxAttempts()).isEqualTo(3);
    assertThat(registry.names()).doesNotContain("payments");
  }

  @Test
  void health_stays_up_when_a_budget_is_used_up() {
    Retry orders = registry.retry("orders");
    fail(orders, "no");
    fail(orders, "no");
    fail(orders, "no");
    HttpResponse<String> response = Http.get(environment, "/actuator/health");
    assertThat(response.statusCode()).isEqualTo(200);
    Map<String, Object> reprise = map(map(parse(response).get("components")).get("reprise"));
    assertThat(reprise).containsEntry("status", "UP");
    assertThat(map(map(reprise.get("details")).get("orders")))
        .containsOnlyKeys("budgetLevel", "retrying", "stoppedByBudget")
        .containsEntry("budgetLevel", 0.0)
        .containsEntry("retrying", 0)
        .containsEntry("stoppedByBudget", 1);
  }

  private static void fail(Retry retry, String message) {
    assertThatThrownBy(
            () ->
                retry.call(
                    () -> {
                      throw new IOException(message);
                    }))
        .isInstanceOf(IOException.class);
  }

  private Map<String, Object> get(String path) {
    return parse(Http.get(environment, path));
  }

  private static Map<String, Object> parse(HttpResponse<String> response) {
    return JsonParserFactory.getJsonParser().parseMap(response.body());
  }

  @SuppressWarnings("unchecked") // as the parser returns it
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked") // as the parser returns it
  private static List<Map<String, Object>> maps(Object value) {
    return (List<Map<String, Object>>) value;
  }

  @SuppressWarnings("unchecked") // as the parser returns it
  private static List<String> strings(Object value) {
    return (List<String>) value;
  }
}
