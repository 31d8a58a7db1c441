package dev.reprise.cli.dynamodb;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.AwsFailures;
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

/** Makes tables, and waits until they can be used. */
final class Tables {

  /** The default policy for requests about a table. */
  static final RetryPolicy ASKING =
      RetryPolicy.builder().maxAttempts(5).classifyWith("aws", AwsFailures.classifier()).build();

  private static final RetryPolicy UNTIL_ACTIVE =
      RetryPolicy.builder()
          .unlimitedAttempts()
          .within(Duration.ofMinutes(5))
          .backoff(Backoff.exponential(Duration.ofMillis(100)).cappedAt(Duration.ofSeconds(3)))
          .classifyWith("justMade", Tables::notSeenYet)
          .classifyWith("aws", AwsFailures.classifier())
          .retryOnResult("notActive", TableStatus.class, status -> status != TableStatus.ACTIVE)
          .build();

  private Tables() {}

  /**
   * The service's description of a table.
   *
   * @param retry how it is asked again
   * @throws IllegalStateException if it does not answer, or says that there is none
   */
  public static TableDetails describe(DynamoDbClient client, Retry retry, String table) {
    try {
      return DynamoDbBatch.of(client, table).retry(retry).describe();
    } catch (SdkException failure) {
      throw failed(table, failure);
    }
  }

  private static IllegalStateException failed(String table, SdkException failure) {
    return new IllegalStateException("table " + table + ": " + words(failure), failure);
  }

  private static String words(SdkException failure) {
    return failure instanceof AwsServiceException service && service.awsErrorDetails() != null
        ? String.valueOf(service.awsErrorDetails().errorMessage())
        : ErrorText.of(failure);
  }

  /**
   * A table with these key attributes that is paid by request; one that is there is left alone.
   *
   * @param retry how the service is asked again
   */
  static void createOnDemand(
      DynamoDbClient client, Retry retry, String table, List<KeyAttribute> keys) {
    create(client, retry, request(table, keys).billingMode("PAY_PER_REQUEST").build());
  }

  /** A table with these key attributes and capacity units. */
  static void create(
      DynamoDbClient client, String table, List<KeyAttribute> keys, DemoUnits units) {
    create(
        client,
        Retry.of(ASKING),
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

  private static Verdict notSeenYet(Outcome<?> outcome) {
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
    } catch (ResourceInUseException alreadyThere) {
      // Its keys decide then.
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
