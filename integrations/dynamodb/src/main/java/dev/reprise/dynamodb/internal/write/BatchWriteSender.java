package dev.reprise.dynamodb.internal.write;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.dynamodb.internal.client.OwnResponses;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.internal.item.KeyIdentity;
import dev.reprise.dynamodb.internal.send.ChunkSender;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Sends unconditional writes. An unprocessed write of the response is looked up by its key among
 * the chunk's writes, and that write is sent again, not the one of the response: a client that
 * encrypts items would encrypt it twice.
 */
final class BatchWriteSender extends ChunkSender<ItemWrite, BatchWriteItemResponse> {

  static final int MAX_WRITES = 25;

  private final TableClient client;
  private final String table;
  private final KeySchema schema;
  private final UsageMeter meter;

  BatchWriteSender(TableClient client, String table, KeySchema schema, UsageMeter meter) {
    super(table);
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.meter = meter;
  }

  @Override
  protected CompletableFuture<BatchWriteItemResponse> request(List<ItemWrite> items) {
    List<WriteRequest> writes = new ArrayList<>(items.size());
    items.forEach(write -> writes.add(write.request(schema)));
    meter.request();
    return client.write(
        BatchWriteItemRequest.builder()
            .requestItems(Map.of(table, writes))
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .overrideConfiguration(client.withoutOwnRetries())
            .build());
  }

  @Override
  protected BatchReply<ItemWrite> read(List<ItemWrite> items, BatchWriteItemResponse response) {
    OwnResponses.require(response, response.hasUnprocessedItems());
    meter.consumed(response.consumedCapacity());
    Set<Object> unprocessed = new HashSet<>();
    for (List<WriteRequest> writes : response.unprocessedItems().values()) {
      writes.forEach(write -> unprocessed.add(identity(write)));
    }
    if (unprocessed.isEmpty()) {
      return BatchReply.allDone();
    }
    List<ItemWrite> again = new ArrayList<>(unprocessed.size());
    for (ItemWrite item : items) {
      if (unprocessed.contains(KeyIdentity.of(schema, item.attributes()))) {
        again.add(item);
      }
    }
    // If the response names an item that was not sent, any may be unprocessed: send all again.
    return BatchReply.unprocessed(again.size() == unprocessed.size() ? again : items);
  }

  private Object identity(@Nullable WriteRequest returned) {
    if (returned == null) {
      return new Object();
    }
    @Nullable Map<String, AttributeValue> attributes =
        returned.putRequest() != null
            ? returned.putRequest().item()
            : returned.deleteRequest() != null ? returned.deleteRequest().key() : null;
    try {
      return KeyIdentity.of(schema, attributes == null ? Map.of() : attributes);
    } catch (InvalidItemException notSent) {
      return new Object();
    }
  }
}
