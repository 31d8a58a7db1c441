package dev.reprise.cli.dynamodb.client;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.table.TableDetails;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Creates and describes tables. */
public final class Tables {

  /** Default policy for requests about a table. */
  public static final RetryPolicy DEFAULT_POLICY =
      RetryPolicy.builder().maxAttempts(5).classifyWith("aws", AwsFailures.classifier()).build();

  private static final RetryPolicy UNTIL_ACTIVE =
      RetryPolicy.builder()
          .unlimitedAttempts()
          .within(Duration.ofMinutes(5))
          .backoff(Backoff.exponential(Duration.ofMillis(100)).cappedAt(Duration.ofSeconds(3)))
          .classifyWith("notFoundYet", Tables::notFoundYet)
          .classifyWith("aws", AwsFailures.classifier())
          .retryOnResult("notActive", TableStatus.class, status -> status != TableStatus.ACTIVE)
          .build();

  private Tables() {}

  /**
   * Reads the description of a table.
   *
   * @param client a client of the service
   * @param retry repeats the request
   * @param table name or ARN
   * @return the description
   * @throws IllegalStateException if the request fails or the table does not exist
   */
  public static TableDetails describe(DynamoDbClient client, Retry retry, String table) {
    try {
      return DynamoDbBatch.of(client, table).retry(retry).describe();
    } catch (SdkException failure) {
      throw failed(table, failure);
    }
  }

  private static IllegalStateException failed(String table, SdkException failure) {
    return new IllegalStateException("table " + table + ": " + message(failure), failure);
  }

  private static String message(SdkException failure) {
    if (failure instanceof AwsServiceException service && service.awsErrorDetails() != null) {
      String message = service.awsErrorDetails().errorMessage();
      return message == null ? AwsFailures.describe(failure) : message;
    }
    return ErrorText.of(failure);
  }

  /**
   * Creates an on-demand table and waits until it is active. An existing table stays unchanged.
   *
   * @param client a client of the service
   * @param retry repeats the requests
   * @param table the name
   * @param keys partition key and, if there is one, sort key
   * @throws IllegalStateException if the service refuses the table
   */
  public static void createOnDemand(
      DynamoDbClient client, Retry retry, String table, List<KeyAttribute> keys) {
    create(client, retry, request(table, keys).billingMode("PAY_PER_REQUEST").build());
  }

  /**
   * Creates a table with provisioned capacity and waits until it is active. An existing table stays
   * unchanged.
   *
   * @param client a client of the service
   * @param table the name
   * @param keys partition key and, if there is one, sort key
   * @param units provisioned capacity
   * @throws IllegalStateException if the service refuses the table
   */
  public static void create(
      DynamoDbClient client, String table, List<KeyAttribute> keys, CapacityUnits units) {
    create(
        client,
        Retry.of(DEFAULT_POLICY),
        request(table, keys)
            .provisionedThroughput(
                throughput ->
                    throughput.writeCapacityUnits(units.write()).readCapacityUnits(units.read()))
            .build());
  }

  private static CreateTableRequest.Builder request(String table, List<KeyAttribute> keys) {
    return CreateTableRequest.builder()
        .tableName(table)
        .attributeDefinitions(keys.stream().map(Tables::definition).toList())
        .keySchema(keys.stream().map(key -> element(key, key.equals(keys.get(0)))).toList());
  }

  private static Verdict notFoundYet(Outcome<?> outcome) {
    return outcome.failureOrNull() instanceof ResourceNotFoundException
        ? Verdict.retry()
        : Verdict.pass();
  }

  private static AttributeDefinition definition(KeyAttribute key) {
    return AttributeDefinition.builder()
        .attributeName(key.name())
        .attributeType(key.type())
        .build();
  }

  private static KeySchemaElement element(KeyAttribute key, boolean first) {
    return KeySchemaElement.builder()
        .attributeName(key.name())
        .keyType(first ? KeyType.HASH : KeyType.RANGE)
        .build();
  }

  private static void create(DynamoDbClient client, Retry retry, CreateTableRequest request) {
    try {
      retry.call(() -> client.createTable(request));
    } catch (ResourceInUseException exists) {
      // The existing table is used, with its keys.
    } catch (SdkException failure) {
      throw failed(request.tableName(), failure);
    }
    retry
        .withPolicy(UNTIL_ACTIVE)
        .call(
            () ->
                client
                    .describeTable(table -> table.tableName(request.tableName()))
                    .table()
                    .tableStatus());
  }
}
