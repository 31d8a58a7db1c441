package dev.reprise.dynamodb.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.dynamodb.ServerContract;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class BatchWriteSenderTest {

  private final ItemWrite one = ItemWrite.put(item("1", "a"));
  private final ItemWrite two = ItemWrite.delete(item("2", "b"));
  private final BatchWriteSender chunks =
      new BatchWriteSender(
          new TableClient.Blocking(unused()), "t", KeySchema.of("id"), new UsageMeter());

  private static DynamoDbClient unused() {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private static Map<String, AttributeValue> item(String id, String body) {
    return Map.of("id", AttributeValue.fromN(id), "body", AttributeValue.fromS(body));
  }

  /** Returns the writes that are sent again after a response. */
  private List<ItemWrite> resent(Map<String, List<WriteRequest>> unprocessed) {
    List<List<ItemWrite>> calls = new ArrayList<>();
    Batch.<ItemWrite>of(
            ServerContract.SOON,
            chunk -> {
              calls.add(List.copyOf(chunk));
              return calls.size() == 1
                  ? chunks.read(
                      chunk, BatchWriteItemResponse.builder().unprocessedItems(unprocessed).build())
                  : BatchReply.allDone();
            })
        .run(List.of(one, two));
    return calls.size() == 1 ? List.of() : calls.get(1);
  }

  private static WriteRequest put(String id) {
    return WriteRequest.builder().putRequest(put -> put.item(item(id, "other"))).build();
  }

  @Test
  void all_items_are_done_if_unprocessed_items_are_missing_or_empty() {
    assertThat(resent(Map.of())).isEmpty();
    assertThat(resent(null)).isEmpty();
    assertThat(resent(Map.of("t", List.of()))).isEmpty();
  }

  @Test
  void unprocessed_items_are_sent_again_from_our_own_writes() {
    assertThat(resent(Map.of("t", List.of(put("1.0"))))).containsExactly(one);
    assertThat(resent(Map.of("arn:t", List.of(put("2"))))).containsExactly(two);
  }

  @Test
  void the_whole_chunk_is_sent_again_if_the_response_has_an_item_that_was_not_sent() {
    assertThat(resent(Map.of("t", List.of(put("3"))))).containsExactly(one, two);
    assertThat(resent(Map.of("t", List.of(WriteRequest.builder().build()))))
        .containsExactly(one, two);
  }
}
