package dev.reprise.verification.spring.agent;

import dev.reprise.Retry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * Gets a page from itself by each of two paths, after two responses with status 503: with a retried
 * client, and by an asynchronous call whose attempts are made on new threads.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@RestController
class AgentApplication {

  /** Before the name of each span that the SDK of Spring Boot has recorded. */
  static final String OF_BOOT = "span of Spring Boot: ";

  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private final Environment environment;
  private final RestClient retried;
  private final RestClient plain;
  private final Retry retry;

  AgentApplication(
      Environment environment,
      RestClient retriedClient,
      RestClient plainClient,
      @Qualifier("pages") Retry retry) {
    this.environment = environment;
    this.retried = retriedClient;
    this.plain = plainClient;
    this.retry = retry;
  }

  @Bean
  static RestClient retriedClient(RestClient.Builder builder) {
    return plainClient(builder);
  }

  @Bean
  static RestClient plainClient(RestClient.Builder builder) {
    return builder.requestFactory(new JdkClientHttpRequestFactory()).build();
  }

  @Bean
  static SpanExporter printedSpans() {
    return new Printer();
  }

  @GetMapping("/pages/{name}")
  ResponseEntity<String> page(@PathVariable String name) {
    return requests.merge(name, 1, Integer::sum) <= 2
        ? ResponseEntity.status(503).build()
        : ResponseEntity.ok("page");
  }

  @GetMapping("/blocking")
  String blocking() {
    return String.valueOf(retried.get().uri(uri("/pages/blocking")).retrieve().body(String.class));
  }

  @GetMapping("/asynchronous")
  CompletableFuture<String> asynchronous() {
    return retry.callAsync(
        () ->
            plain
                .get()
                .uri(uri("/pages/asynchronous"))
                .exchange(
                    (request, response) -> {
                      if (response.getStatusCode().isError()) {
                        throw new IOException("status " + response.getStatusCode());
                      }
                      return "page";
                    }),
        task -> new Thread(task).start());
  }

  private URI uri(String path) {
    return URI.create(
        "http://localhost:" + environment.getRequiredProperty("local.server.port") + path);
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    return path + ": " + response.statusCode() + " " + response.body();
  }

  public static void main(String[] arguments) throws Exception {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(AgentApplication.class, arguments)) {
      AgentApplication application = context.getBean(AgentApplication.class);
      System.out.println(application.get("/blocking"));
      System.out.println(application.get("/asynchronous"));
    }
  }

  private static final class Printer implements SpanExporter {

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      spans.forEach(span -> System.out.println(OF_BOOT + span.getName()));
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}
