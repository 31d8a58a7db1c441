package dev.reprise.testbed.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** An AWS SDK client without retries, with fake credentials, and short forms of its requests. */
final class Sdk {

  private Sdk() {}

  static DynamoDbClient client(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(o -> o.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }

  /** Returns a request for a table with the string keys {@code id} and {@code stage}. */
  static CreateTableRequest.Builder table(String name) {
    return CreateTableRequest.builder()
        .tableName(name)
        .attributeDefinitions(
            define("id", ScalarAttributeType.S), define("stage", ScalarAttributeType.S))
        .keySchema(key("id", KeyType.HASH), key("stage", KeyType.RANGE));
  }

  static CreateTableRequest.Builder table(String name, long writeUnits, long readUnits) {
    return table(name).provisionedThroughput(throughput(writeUnits, readUnits));
  }

  static CreateTableRequest.Builder onDemandTable(String name) {
    return table(name).billingMode(BillingMode.PAY_PER_REQUEST);
  }

  static ProvisionedThroughput throughput(long writeUnits, long readUnits) {
    return ProvisionedThroughput.builder()
        .writeCapacityUnits(writeUnits)
        .readCapacityUnits(readUnits)
        .build();
  }

  static AttributeDefinition define(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  public static AttributeValue s(String value) {
    return AttributeValue.fromS(value);
  }

  static AttributeValue n(String value) {
    return AttributeValue.fromN(value);
  }

  static Map<String, AttributeValue> key(String id, String stage) {
    return Map.of("id", s(id), "stage", s(stage));
  }

  static Map<String, AttributeValue> item(String id, String stage, String body) {
    Map<String, AttributeValue> item = new TreeMap<>(key(id, stage));
    item.put("body", s(body));
    return item;
  }

  static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(p -> p.item(item)).build();
  }

  static WriteRequest delete(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(d -> d.key(key)).build();
  }

  /** Returns a number of puts of small items in one partition. */
  static List<WriteRequest> puts(int count) {
    return new ArrayList<>(
        IntStream.range(0, count).mapToObj(i -> put(item("many", stage(i), "x"))).toList());
  }

  static List<Map<String, AttributeValue>> keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> key("many", stage(i))).toList();
  }

  static String stage(int number) {
    return String.format("%05d", number);
  }

  static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable call, String code) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AwsServiceException.class,
            e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code));
  }

  static void assertInvalid(ThrowingCallable call, String message) {
    assertRefused(call, "ValidationException").hasMessageContaining(message);
  }
}
