package dev.reprise.dynamodb;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbBaseClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Clients with their default retries and invalid credentials, and items to write. */
public final class Sdk {

  public static final String TABLE = "orders";

  /** Shared, because closing a client takes two seconds. */
  private static final SdkAsyncHttpClient ASYNC_HTTP = NettyNioAsyncHttpClient.create();

  private Sdk() {}

  public static DynamoDbClientBuilder blocking(URI endpoint) {
    return at(endpoint, DynamoDbClient.builder())
        .httpClientBuilder(UrlConnectionHttpClient.builder());
  }

  public static DynamoDbAsyncClient async(URI endpoint) {
    return at(endpoint, DynamoDbAsyncClient.builder()).httpClient(ASYNC_HTTP).build();
  }

  private static <B extends DynamoDbBaseClientBuilder<B, C>, C> B at(URI endpoint, B builder) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")));
  }

  /** A table with the string keys {@code id} and {@code stage}. */
  public static void createTable(DynamoDbClient client, long writeUnits, long readUnits) {
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .attributeDefinitions(define("id"), define("stage"))
                .keySchema(key("id", KeyType.HASH), key("stage", KeyType.RANGE))
                .provisionedThroughput(
                    units -> units.writeCapacityUnits(writeUnits).readCapacityUnits(readUnits)));
  }

  private static AttributeDefinition define(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  public static AttributeValue s(String value) {
    return AttributeValue.fromS(value);
  }

  public static Map<String, AttributeValue> key(int number) {
    return Map.of("id", s("order-" + number / 5), "stage", s("stage-" + number % 5));
  }

  public static Map<String, AttributeValue> item(int number, String body) {
    Map<String, AttributeValue> item = new TreeMap<>(key(number));
    item.put("body", s(body));
    item.put("number", AttributeValue.fromN(Integer.toString(number)));
    return item;
  }

  public static List<Map<String, AttributeValue>> items(int count) {
    return IntStream.range(0, count).mapToObj(i -> item(i, "body " + i)).toList();
  }

  public static List<Map<String, AttributeValue>> keys(int count) {
    return IntStream.range(0, count).mapToObj(Sdk::key).toList();
  }
}
