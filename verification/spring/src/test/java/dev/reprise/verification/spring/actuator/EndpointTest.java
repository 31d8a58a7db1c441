package dev.reprise.verification.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.declared.Retryable;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.VirtualTime;
import dev.reprise.verification.spring.Http;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;

@SpringBootTest(
    classes = EndpointTest.Application.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "management.endpoints.web.exposure.include=reprise,health",
      "management.endpoint.health.show-details=always",
      "reprise.policies.default.backoff=fixed(100ms)",
      "reprise.policies.orders.max-attempts=3",
      "reprise.policies.orders.backoff=fixed(2s)",
      "reprise.policies.orders.budget=bucket(4, 1)",
      "reprise.policies.payments=maxAttempts=2 within=unlimited backoff=none",
      "reprise.http.clients.paymentClient=payments",
      "reprise.grpc.channels.stock=orders",
      "spring.grpc.client.channel.stock.target=static://localhost:1",
      "reprise.reports.kept=2"
    })
@Tag("same-on-each-boot")
@AutoConfigureReprise
class EndpointTest {

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import({OrderService.class, LedgerService.class, Unavailable.class})
  static class Application {

    /** Over the client of the JDK: that of Apache repeats a 503 itself, after one second. */
    @Bean
    RestClient paymentClient(RestClient.Builder builder) {
      return builder.requestFactory(new JdkClientHttpRequestFactory()).build();
    }
  }

  static class OrderService {

    @Retryable(name = "orders", fallback = "cached")
    @Transactional
    public String find(String id) {
      return id;
    }

    public String cached(String id, Exception failure) {
      return "cached " + id;
    }
  }

  @Retryable
  static class LedgerService {

    private final VirtualTime time;

    LedgerService(VirtualTime time) {
      this.time = time;
    }

    public void book(String id) throws Exception {
      time.pass(Duration.ofNanos(12_345_678));
      throw HttpServerErrorException.create(
          HttpStatus.SERVICE_UNAVAILABLE, "secret " + id, new HttpHeaders(), new byte[0], null);
    }
  }

  @RestController
  static class Unavailable {

    @GetMapping("/payments/{hint}")
    ResponseEntity<String> pay(@PathVariable String hint) {
      ResponseEntity.BodyBuilder response = ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE);
      return hint.equals("none") ? response.build() : response.header("Retry-After", hint).build();
    }
  }

  @Autowired private ConfigurableEnvironment environment;
  @Autowired private RetryRegistry registry;
  @Autowired private LedgerService ledger;
  @Autowired private RestClient paymentClient;
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
  void lists_each_retry_in_its_short_form() {
    Map<String, Object> policies = map(get("/actuator/reprise").get("policies"));
    assertThat(policies).containsOnlyKeys("LedgerService", "default", "orders", "payments");
    assertThat(map(policies.get("orders")))
        .containsOnlyKeys("policyName", "policy", "budget", "budgetLevel", "retrying")
        .containsEntry("policyName", "orders")
        .containsEntry("policy", "maxAttempts=3 within=1m backoff=fixed(2s)")
        .containsEntry("budget", "bucket(4, 1)")
        .containsEntry("budgetLevel", 1.0)
        .containsEntry("retrying", 0);
    assertThat(map(policies.get("LedgerService"))).containsEntry("policyName", "default");
  }

  @Test
  void every_listed_retry_is_found_by_its_name_and_no_other() {
    Map<String, Object> policies = map(get("/actuator/reprise").get("policies"));
    for (String name : policies.keySet()) {
      assertThat(get("/actuator/reprise/" + name))
          .containsEntry("name", name)
          .containsAllEntriesOf(map(policies.get(name)))
          .containsKeys("explanation", "warnings", "reports");
    }
    assertThat(Http.get(environment, "/actuator/reprise/nobody").statusCode()).isEqualTo(404);
  }

  @Test
  void explains_the_selected_retry_in_sections() {
    Map<String, Object> orders = get("/actuator/reprise/orders");
    Map<String, Object> explanation = map(orders.get("explanation"));
    assertThat(explanation)
        .containsOnlyKeys("retries", "rules", "maxAttempts", "maxTotal", "hedge", "expectations")
        .containsEntry("maxAttempts", 3);
    assertThat(maps(explanation.get("retries")))
        .extracting(retry -> map(retry.get("waited")).get("max"))
        .containsExactly("2s", "4s");
    assertThat(strings(orders.get("warnings"))).anyMatch(line -> line.startsWith("No jitter"));
  }

  @Test
  void shows_all_kept_reports_of_the_selected_retry_and_lists_the_newest() {
    Retry orders = registry.retry("orders");
    fail(orders, "secret 1");
    fail(orders, "secret 2");
    fail(registry.retry("payments"), "secret 3");
    Map<String, Object> selected = get("/actuator/reprise/orders");
    List<Map<String, Object>> reports = maps(selected.get("reports"));
    assertThat(reports).hasSize(2);
    assertThat(reports.get(0))
        .containsEntry("ended", "2000-01-01T00:00:08Z")
        .containsEntry("retry", "orders")
        .containsEntry("attempts", 3)
        .containsEntry("stopReason", "ATTEMPTS")
        .containsEntry("elapsed", "4s")
        .containsEntry("within", "1m");
    assertThat(reports.get(1)).containsEntry("ended", "2000-01-01T00:00:04Z");
    assertThat(map(get("/actuator/reprise").get("reports")).get("orders"))
        .isEqualTo(reports.get(0));
    fail(registry.retry("payments"), "secret 4");
    assertThat(get("/actuator/reprise/orders"))
        .as("a failure of another retry")
        .isEqualTo(selected);
  }

  @Test
  void reports_show_class_and_status_of_each_failure_but_no_message() {
    assertThatThrownBy(() -> ledger.book("17")).isInstanceOf(HttpServerErrorException.class);
    HttpResponse<String> response = Http.get(environment, "/actuator/reprise/LedgerService");
    assertThat(response.body()).doesNotContain("secret");
    Map<String, Object> report = maps(parse(response).get("reports")).get(0);
    assertThat(maps(report.get("records")))
        .isNotEmpty()
        .allSatisfy(
            attempt ->
                assertThat(attempt)
                    .containsEntry("duration", "12.346ms")
                    .containsEntry(
                        "exception", HttpServerErrorException.ServiceUnavailable.class.getName())
                    .containsEntry("status", 503));
  }

  @ParameterizedTest
  @CsvSource({"none, TRANSIENT", "0, THROTTLED"})
  void reports_of_an_HTTP_client_show_host_and_status_and_a_hint_makes_a_503_throttled(
      String hint, String kind) {
    requestPayment(hint);
    Map<String, Object> report = maps(get("/actuator/reprise/payments").get("reports")).get(0);
    assertThat(report).containsEntry("key", origin());
    assertThat(maps(report.get("records")))
        .hasSize(2)
        .allSatisfy(
            attempt ->
                assertThat(attempt)
                    .containsEntry("ending", "REJECTED")
                    .containsEntry("status", 503)
                    .containsEntry("exception", null)
                    .containsEntry("kind", kind));
  }

  @Test
  void
      shows_retry_and_fallback_of_methods_the_order_of_advisors_the_HTTP_clients_and_the_gRPC_channels() {
    Map<String, Object> all = get("/actuator/reprise");
    assertThat(map(all.get("httpClients"))).isEqualTo(Map.of("paymentClient", "payments"));
    assertThat(map(all.get("grpcChannels"))).isEqualTo(Map.of("stock", "orders"));
    Map<String, Object> beans = map(all.get("beans"));
    assertThat(beans).hasSize(2);
    Map<String, Object> orders = map(beans.get(OrderService.class.getName()));
    assertThat(orders).containsEntry("type", OrderService.class.getName());
    assertThat(map(orders.get("methods")))
        .isEqualTo(
            Map.of(
                "OrderService.find(String)",
                Map.of(
                    "retry", "orders",
                    "policy", "maxAttempts=3 within=1m backoff=fixed(2s)",
                    "fallback", "cached")));
    assertThat(strings(orders.get("advisors")))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("dev.reprise.spring.beans.");
    assertThat(strings(orders.get("advisors")).get(1)).endsWith(".TransactionInterceptor");
    Map<String, Object> methods = map(map(beans.get(LedgerService.class.getName())).get("methods"));
    assertThat(map(methods.get("LedgerService.book(String)")))
        .containsEntry("retry", "LedgerService")
        .containsEntry("fallback", null);
  }

  /** The JSON on the page is a response of this application, with shorter names. */
  @Test
  void the_guide_shows_real_responses() throws IOException {
    assertThatThrownBy(() -> ledger.book("17")).isInstanceOf(HttpServerErrorException.class);
    requestPayment("none");
    String page = Files.readString(Path.of("../../../docs/guide/spring-actuator.md"));
    List<String> onPage =
        Pattern.compile("(?s)```json\n(.*?)```")
            .matcher(page)
            .results()
            .map(block -> withoutLevels(block.group(1)))
            .toList();
    String all = asOnPage(Http.get(environment, "/actuator/reprise"));
    Map<String, Object> shown = JsonParserFactory.getJsonParser().parseMap(all);
    map(shown.get("reports")).keySet().retainAll(Set.of("payments"));
    assertThat(JsonParserFactory.getJsonParser().parseMap(onPage.get(0))).as(all).isEqualTo(shown);
    String ledgers = asOnPage(Http.get(environment, "/actuator/reprise/LedgerService"));
    Map<String, Object> selected = JsonParserFactory.getJsonParser().parseMap(ledgers);
    selected.put("reports", maps(selected.get("reports")).subList(0, 1));
    assertThat(JsonParserFactory.getJsonParser().parseMap(onPage.get(1)))
        .as(ledgers)
        .isEqualTo(selected);
  }

  private String asOnPage(HttpResponse<String> response) {
    return withoutLevels(response.body())
        .replace(getClass().getName() + "$", "shop.")
        .replace(origin(), "http://payments.example:80");
  }

  /** Budgets keep their level from test to test. */
  private static String withoutLevels(String json) {
    return json.replaceAll("\"budgetLevel\": ?[0-9.]+", "\"budgetLevel\":1.0");
  }

  private String origin() {
    return "http://localhost:" + environment.getRequiredProperty("local.server.port");
  }

  private void requestPayment(String hint) {
    assertThatThrownBy(
            () ->
                paymentClient
                    .get()
                    .uri(origin() + "/payments/" + hint)
                    .retrieve()
                    .toBodilessEntity())
        .isInstanceOf(HttpServerErrorException.class);
  }

  @Test
  void a_post_reloads_and_answers_with_the_changed_names() {
    changes.put("reprise.policies.orders.max-attempts", "7");
    changes.put("reprise.policies.shipping.within", "1s");
    HttpResponse<String> response = Http.post(environment, "/actuator/reprise", "");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(parse(response))
        .containsEntry("added", List.of("shipping"))
        .containsEntry("changed", List.of("orders"))
        .containsEntry("removed", List.of());
    assertThat(registry.retry("orders").policy().maxAttempts()).isEqualTo(7);
  }

  @Test
  void a_reload_with_mistakes_answers_with_all_of_them_and_changes_nothing() {
    changes.put("reprise.policies.orders.max-attempts", "none");
    changes.put("reprise.policies.payments", "attempts=2");
    changes.put("reprise.policies.shipping.within", "1s");
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
            property -> assertThat(property).isEqualTo("reprise.policies.payments"));
    assertThat(mistakes).extracting(mistake -> (String) mistake.get("reason")).doesNotContain("");
    assertThat(registry.retry("orders").policy().maxAttempts()).isEqualTo(3);
    assertThat(registry.names()).doesNotContain("shipping");
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
    assertThat(map(reprise.get("details")))
        .containsOnlyKeys("LedgerService", "default", "orders", "payments");
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
