package dev.reprise.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testbed.dynamodb.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** The snippets of the guide and of the Javadoc, compiled and run. */
class SnippetsTest {

  private final Table table = new Table();
  private final DynamoDbClientBuilder builder = table.blocking();
  private final GetItemRequest request = Table.request();

  @AfterEach
  void stop() {
    table.close();
  }

  @Test
  void retries_a_client() {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    // aws-plugin
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(5)
                    .within(Duration.ofSeconds(20))
                    .attemptTimeout(Duration.ofSeconds(3))
                    .build())
            .named("orders-table");

    DynamoDbClient client = builder.addPlugin(RetryPlugin.of(retry)).build();
    // end
    client.getItem(request);
    client.close();
    assertThat(table.requests()).isEqualTo(2);
  }

  @Test
  void retries_a_client_with_defaults() {
    table.server.failNext(Table.GET, 9, Fault.throttling());
    Retry retry = Retry.of(RetryPolicy.builder().maxAttempts(5).build()).named("orders-table");

    DynamoDbClient client = builder.addPlugin(RetryPlugin.of(retry)).build();

    assertThat(catchThrowable(() -> client.getItem(request))).isNotNull();
    client.close();
    assertThat(table.requests()).isEqualTo(5);
  }

  @Test
  void retries_a_client_by_its_strategy() {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    Retry retry = Retry.of(RetryPolicy.builder().build());
    DynamoDbClient client =
        builder
            .overrideConfiguration(config -> config.retryStrategy(PolicyRetryStrategy.of(retry)))
            .build();
    client.getItem(request);
    client.close();
    assertThat(table.requests()).isEqualTo(2);
  }

  @Test
  void retries_one_request_in_its_own_way() {
    Retry retry = Retry.of(RetryPolicy.builder().build());
    DynamoDbClient client = builder.addPlugin(RetryPlugin.of(retry)).build();
    table.server.failNext(Table.GET, 1, Fault.throttling());
    table.server.failNext(Table.GET, 1, Fault.internalServerError());
    // aws-request
    Retry careful =
        retry.withPolicy(
            retry.policy().toBuilder().idempotency(Idempotency.NOT_IDEMPOTENT).build());
    AwsRequestOverrideConfiguration once =
        AwsRequestOverrideConfiguration.builder().addPlugin(RetryPlugin.of(careful)).build();

    Throwable refused =
        catchThrowable(
            () -> client.getItem(request.toBuilder().overrideConfiguration(once).build()));
    // end
    assertThat(refused).isInstanceOf(DynamoDbException.class);
    assertThat(RetryReport.of(refused).orElseThrow().toString()).contains("effect unknown");
    client.close();
    assertThat(table.requests()).isEqualTo(2);
  }

  @Test
  void retries_around_a_client() {
    DynamoDbClient client = builder.build();
    // aws-around
    Retry retry =
        Retry.of(RetryPolicy.builder().classifyWith("aws", AwsFailures.classifier()).build());

    GetItemResponse response = retry.call(() -> client.getItem(request));
    // end
    client.close();
    assertThat(response.hasItem()).isFalse();
  }

  @Test
  void the_guide_has_the_same_snippets() throws Exception {
    String page = Files.readString(Path.of("..", "..", "docs", "guide", "aws.md"));
    List<String> source =
        Files.readAllLines(Path.of("src/test/java/dev/reprise/aws/SnippetsTest.java"));
    for (String name : List.of("aws-plugin", "aws-request", "aws-around")) {
      int start = source.indexOf("    // " + name) + 1;
      List<String> rest = source.subList(start, source.size());
      String snippet = String.join("\n", rest.subList(0, rest.indexOf("    // end")));
      assertThat(page).contains(snippet.indent(-4).strip());
    }
  }
}
