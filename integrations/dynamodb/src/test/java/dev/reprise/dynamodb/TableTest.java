package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table with ample capacity on the test server, and both clients. */
public abstract class TableTest {

  /** The kind of client that a run uses. */
  public enum Through {
    BLOCKING,
    ASYNC
  }

  public Function<String, Optional<Fault>> faults = operation -> Optional.empty();
  public final DynamoDbTableServer server =
      DynamoDbTableServer.builder().faults(operation -> faults.apply(operation)).start();
  public final DynamoDbClient client = Sdk.blocking(server.endpoint()).build();
  public final DynamoDbAsyncClient async = Sdk.async(server.endpoint());

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

  public DynamoDbBatch batch(Through through) {
    DynamoDbBatch batch =
        through == Through.BLOCKING
            ? DynamoDbBatch.of(client, TABLE)
            : DynamoDbBatch.of(async, TABLE);
    // Tests count the calls, so none is sent before it is full.
    return batch.policy(ServerContract.SOON).linger(Duration.ofHours(1));
  }

  /** Returns the item of a key; empty if the table does not contain it. */
  public Map<String, AttributeValue> read(int number) {
    return client.getItem(get -> get.tableName(TABLE).key(Sdk.key(number))).item();
  }

  /** Returns the only dead letter of a report. */
  public static <I> DeadLetter<I> only(List<DeadLetter<I>> deadLetters) {
    assertThat(deadLetters).hasSize(1);
    return deadLetters.get(0);
  }

  public static AttributeValue n(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
