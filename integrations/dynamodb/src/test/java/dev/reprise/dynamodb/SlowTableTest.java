package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Requests that compete for the small capacity of a table: some get no capacity many times in
 * succession while others succeed. With 10 attempts without progress, hundreds of 1,500 items
 * failed.
 */
class SlowTableTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  @Test
  void default_policy_loses_no_item_on_a_table_with_too_little_capacity() {
    try (DynamoDbTableServer server =
            DynamoDbTableServer.builder().ticks(() -> time.ticks().nanos()).start();
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      Sdk.createTable(client, 25, 5);
      DynamoDbBatch batch =
          DynamoDbBatch.of(client, Sdk.TABLE)
              .keySchema(KeySchema.of("id", "stage"))
              .parallelism(32)
              .retry(
                  Retry.of(DynamoDbBatch.defaultPolicy())
                      .withBudget(RetryBudget.unlimited())
                      .withEnvironment(time));

      WriteReport written =
          time.await(batch.writeAsync(Sdk.items(500).stream().map(ItemWrite::put).iterator()))
              .join();
      ReadReport read = time.await(batch.getAsync(Sdk.keys(500))).join();

      assertThat(written.counts().done()).as("%s", written).isEqualTo(500);
      assertThat(read.items()).as("%s", read).isEqualTo(Sdk.items(500));
      assertThat(time.elapsed()).isGreaterThan(Duration.ofSeconds(60));
    }
  }
}
