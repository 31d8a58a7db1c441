package dev.reprise.aws;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.FaultScript;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbBaseClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table on a server in this process, and its clients. */
final class Table implements AutoCloseable {

  static final String GET = "GetItem";

  private static final String NAME = "orders";

  /** Shared, because closing it takes two seconds. */
  private static final SdkAsyncHttpClient ASYNC_HTTP =
      NettyNioAsyncHttpClient.builder()
          .maxConcurrency(50)
          .maxPendingConnectionAcquires(10_000)
          .build();

  final DynamoDbTableServer server;

  Table() {
    this(operation -> Optional.empty());
  }

  Table(FaultScript faults) {
    server = DynamoDbTableServer.builder().readUnits(1_000_000).faults(faults).start();
    try (DynamoDbClient client = blocking().build()) {
      client.createTable(
          table ->
              table
                  .tableName(NAME)
                  .attributeDefinitions(
                      id -> id.attributeName("id").attributeType(ScalarAttributeType.S))
                  .keySchema(id -> id.attributeName("id").keyType(KeyType.HASH))
                  .provisionedThroughput(
                      units -> units.readCapacityUnits(40_000L).writeCapacityUnits(40_000L)));
    }
  }

  /** The kinds of clients, each with one call of GetItem. */
  enum Kind {
    BLOCKING,
    ASYNC
  }

  /** Reads an item that is absent, and throws what a caller of the client sees. */
  interface Client extends AutoCloseable {
    CompletableFuture<?> start();

    default void get() throws Throwable {
      try {
        start().join();
      } catch (CompletionException e) {
        throw e.getCause();
      }
    }

    @Override
    void close();
  }

  Client client(Kind kind, SdkPlugin plugin) {
    return built(kind, builder -> builder.addPlugin(plugin));
  }

  Client configured(Kind kind, Consumer<ClientOverrideConfiguration.Builder> config) {
    return built(kind, builder -> builder.overrideConfiguration(config));
  }

  Client built(Kind kind, Consumer<DynamoDbBaseClientBuilder<?, ?>> config) {
    if (kind == Kind.BLOCKING) {
      DynamoDbClientBuilder builder = blocking();
      config.accept(builder);
      return new BlockingClient(builder.build());
    }
    DynamoDbAsyncClientBuilder builder = async();
    config.accept(builder);
    return new AsyncClient(builder.build());
  }

  DynamoDbClientBuilder blocking() {
    return at(DynamoDbClient.builder()).httpClientBuilder(UrlConnectionHttpClient.builder());
  }

  DynamoDbAsyncClientBuilder async() {
    return at(DynamoDbAsyncClient.builder()).httpClient(ASYNC_HTTP);
  }

  private <B extends DynamoDbBaseClientBuilder<B, C>, C> B at(B builder) {
    return builder
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")));
  }

  static GetItemRequest request() {
    return GetItemRequest.builder()
        .tableName(NAME)
        .key(Map.of("id", AttributeValue.fromS("7")))
        .build();
  }

  long requests() {
    return server.counters().requests(GET);
  }

  @Override
  public void close() {
    server.close();
  }

  private record BlockingClient(DynamoDbClient sdk) implements Client {

    @Override
    public CompletableFuture<?> start() {
      try {
        return CompletableFuture.completedFuture(sdk.getItem(request()));
      } catch (Throwable failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }

    @Override
    public void close() {
      sdk.close();
    }
  }

  private record AsyncClient(DynamoDbAsyncClient sdk) implements Client {

    @Override
    public CompletableFuture<?> start() {
      return sdk.getItem(request());
    }

    @Override
    public void close() {
      sdk.close();
    }
  }
}
