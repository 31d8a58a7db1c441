package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.TABLE;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table on our own server with more capacity than is used, and either client. */
abstract class TableTest {

  /** The client that a run goes through. */
  enum Through {
    BLOCKING,
    ASYNC
  }

  Function<String, Optional<Fault>> faults = operation -> Optional.empty();
  final DynamoDbTableServer server =
      DynamoDbTableServer.builder().faults(operation -> faults.apply(operation)).start();
  final DynamoDbClient client = Sdk.blocking(server.endpoint()).build();
  final DynamoDbAsyncClient async = Sdk.async(server.endpoint());

  @BeforeEach
  void createTable() {
    Sdk.createTable(client, 40_000, 40_000);
  }

  @AfterEach
  void stop() {
    async.close();
    client.close();
    server.close();
  }

  DynamoDbBatch batch(Through through) {
    DynamoDbBatch batch =
        through == Through.BLOCKING
            ? DynamoDbBatch.of(client, TABLE)
            : DynamoDbBatch.of(async, TABLE);
    return batch.policy(ServerContract.SOON);
  }

  /** What the table has of a key; empty if nothing. */
  Map<String, AttributeValue> read(int number) {
    return client.getItem(get -> get.tableName(TABLE).key(Sdk.key(number))).item();
  }

  static AttributeValue n(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
