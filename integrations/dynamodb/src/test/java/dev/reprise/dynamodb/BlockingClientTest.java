package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.TABLE;
import static dev.reprise.dynamodb.Sdk.items;
import static dev.reprise.dynamodb.Sdk.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The contract with the blocking client. */
class BlockingClientTest extends ServerContract {

  @Override
  DynamoDbBatch batch(String table) {
    return DynamoDbBatch.of(client, table).policy(SOON).pace(UNPACED);
  }

  /**
   * Encrypts items of requests; unprocessed items of responses are as the service has received
   * them.
   */
  private static final class Encrypting implements ExecutionInterceptor {

    @Override
    public SdkRequest modifyRequest(
        Context.ModifyRequest context, ExecutionAttributes executionAttributes) {
      if (!(context.request() instanceof BatchWriteItemRequest request)) {
        return context.request();
      }
      Map<String, List<WriteRequest>> encrypted = new HashMap<>();
      request
          .requestItems()
          .forEach(
              (table, writes) ->
                  encrypted.put(table, writes.stream().map(Encrypting::encrypted).toList()));
      return request.toBuilder().requestItems(encrypted).build();
    }

    private static WriteRequest encrypted(WriteRequest write) {
      Map<String, AttributeValue> item = new HashMap<>(write.putRequest().item());
      item.computeIfPresent("body", (name, body) -> Sdk.s("encrypted " + body.s()));
      return WriteRequest.builder().putRequest(put -> put.item(item)).build();
    }
  }

  @Test
  void items_of_an_encrypting_client_are_encrypted_once() {
    try (DynamoDbClient encrypting =
        Sdk.blocking(endpoint())
            .overrideConfiguration(o -> o.addExecutionInterceptor(new Encrypting()))
            .build()) {
      WriteReport written =
          DynamoDbBatch.of(encrypting, TABLE).policy(SOON).pace(UNPACED).put(items(1_000));

      assertThat(written.allDone()).isTrue();
      assertThat(written.counts().itemsRetried()).isPositive();
      assertThat(batch.get(keys(1_000)).items())
          .hasSize(1_000)
          .allSatisfy(item -> assertThat(item.get("body").s()).startsWith("encrypted body"));
    }
  }

  @Test
  void interrupt_ends_the_run_and_every_item_of_a_collection_is_accounted_for() {
    batch = batch.keySchema(KeySchema.of("id", "stage"));
    assertThat(interrupted(() -> batch.put(items(100)))).isEqualTo(100);
    assertThat(interrupted(() -> batch.write(items(100).stream().map(ItemWrite::put).toList())))
        .isEqualTo(100);
  }

  private static long interrupted(Supplier<WriteReport> run) {
    Thread.currentThread().interrupt();
    WriteReport written = run.get();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(written.allDone()).isFalse();
    return written.counts().accounted();
  }
}
