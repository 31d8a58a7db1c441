package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.WriteReport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** A request that the service, or a proxy before it, throttles as a whole. */
class ThrottledRequestTest {

  /** Throttles each request, and names a wait. */
  private static final class Throttling implements DynamoDbClient {

    final AtomicInteger requests = new AtomicInteger();

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      requests.incrementAndGet();
      throw ProvisionedThroughputExceededException.builder()
          .statusCode(400)
          .awsErrorDetails(
              AwsErrorDetails.builder()
                  .errorCode("ProvisionedThroughputExceededException")
                  .errorMessage("scripted")
                  .sdkHttpResponse(
                      SdkHttpResponse.builder().putHeader("Retry-After", "100000").build())
                  .build())
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  /** The wait is longer than the default policy allows; without it, there would be retries. */
  @Test
  void is_not_sent_again_before_the_time_in_its_response() {
    Throttling client = new Throttling();

    WriteReport report =
        DynamoDbBatch.of(client, "items")
            .keySchema(KeySchema.of("id"))
            .put(
                List.of(
                    Map.of("id", AttributeValue.fromS("one")),
                    Map.of("id", AttributeValue.fromS("two"))));

    assertThat(client.requests).hasValue(1);
    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(dead -> dead.stopReason() == StopReason.HINT_TOO_LONG)
        .allMatch(dead -> dead.error() instanceof ProvisionedThroughputExceededException);
  }
}
