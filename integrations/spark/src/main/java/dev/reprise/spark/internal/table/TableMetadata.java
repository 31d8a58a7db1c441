package dev.reprise.spark.internal.table;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.budget.RetryBudget;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Key and capacity of a table. The driver reads them once and sends them to the tasks.
 *
 * @param key the key attributes with their types, the partition key first
 * @param readUnits provisioned read units a second; 0 for a table on demand
 * @param writeUnits provisioned write units a second; 0 for a table on demand
 */
public record TableMetadata(LinkedHashMap<String, String> key, long readUnits, long writeUnits)
    implements Serializable {

  static TableMetadata of(TableDescription table) {
    Map<String, String> types = new LinkedHashMap<>();
    for (AttributeDefinition definition : table.attributeDefinitions()) {
      types.put(definition.attributeName(), definition.attributeTypeAsString());
    }
    LinkedHashMap<String, String> key = new LinkedHashMap<>();
    for (KeyType part : new KeyType[] {KeyType.HASH, KeyType.RANGE}) {
      for (KeySchemaElement element : table.keySchema()) {
        if (element.keyType() == part) {
          key.put(element.attributeName(), types.getOrDefault(element.attributeName(), "S"));
        }
      }
    }
    var units = table.provisionedThroughput();
    return new TableMetadata(
        key,
        units == null ? 0 : orZero(units.readCapacityUnits()),
        units == null ? 0 : orZero(units.writeCapacityUnits()));
  }

  private static long orZero(@Nullable Long units) {
    return units == null ? 0 : units;
  }

  /**
   * Reads key and capacity from the service, with retries by the policy.
   *
   * @throws ForeignResponseException if the server is not DynamoDB
   */
  public static TableMetadata read(DynamoDbClient client, String table, RetryPolicy policy) {
    Retry retry =
        Retry.of(
                policy.toBuilder()
                    .classifyWith("aws", AwsFailures.classifier())
                    .idempotency(Idempotency.IDEMPOTENT)
                    .build())
            .withBudget(RetryBudget.unlimited())
            .named("dynamodb");
    return of(retry.call(() -> describe(client, table)));
  }

  /**
   * Sends one request.
   *
   * @throws ForeignResponseException if the response is not one of DynamoDB
   */
  private static TableDescription describe(DynamoDbClient client, String table) {
    @Nullable TableDescription described =
        client
            .describeTable(
                DescribeTableRequest.builder()
                    .tableName(table)
                    .overrideConfiguration(
                        request ->
                            request.addPlugin(
                                config ->
                                    config.overrideConfiguration(
                                        override ->
                                            override.retryStrategy(AwsRetryStrategy.doNotRetry()))))
                    .build())
            .table();
    if (described == null || !described.hasKeySchema()) {
      throw new ForeignResponseException("DynamoDB");
    }
    return described;
  }

  /** Returns the key as the batch needs it. */
  public KeySchema keySchema() {
    return KeySchema.of(
        TableDescription.builder()
            .attributeDefinitions(
                key.entrySet().stream()
                    .map(
                        part ->
                            AttributeDefinition.builder()
                                .attributeName(part.getKey())
                                .attributeType(part.getValue())
                                .build())
                    .toList())
            .keySchema(
                key.keySet().stream()
                    .map(
                        name ->
                            KeySchemaElement.builder()
                                .attributeName(name)
                                .keyType(
                                    name.equals(key.keySet().iterator().next())
                                        ? KeyType.HASH
                                        : KeyType.RANGE)
                                .build())
                    .toList())
            .build());
  }
}
