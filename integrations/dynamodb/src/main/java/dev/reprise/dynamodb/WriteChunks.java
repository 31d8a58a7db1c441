package dev.reprise.dynamodb;

import dev.reprise.batch.operation.BatchReply;
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

/** Writes chunks; what comes back unprocessed is found among our own by key, not sent as it is. */
final class WriteChunks extends Chunks<ItemWrite, BatchWriteItemResponse> {

  static final int MOST = 25;

  private final TableClient client;
  private final String table;
  private final KeySchema schema;
  private final Meter meter;

  WriteChunks(TableClient client, String table, KeySchema schema, Meter meter) {
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.meter = meter;
  }

  @Override
  CompletableFuture<BatchWriteItemResponse> request(List<ItemWrite> items) {
    List<WriteRequest> writes = items.stream().map(this::toRequest).toList();
    meter.request();
    return client.write(
        BatchWriteItemRequest.builder()
            .requestItems(Map.of(table, writes))
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .overrideConfiguration(client.withoutOwnRetries())
            .build());
  }

  private WriteRequest toRequest(ItemWrite write) {
    Map<String, AttributeValue> attributes = write.attributes();
    return write.isDelete()
        ? WriteRequest.builder().deleteRequest(d -> d.key(schema.keyOf(attributes))).build()
        : WriteRequest.builder().putRequest(p -> p.item(attributes)).build();
  }

  @Override
  BatchReply<ItemWrite> read(List<ItemWrite> items, BatchWriteItemResponse response) {
    meter.consumed(response.consumedCapacity());
    Set<Object> unprocessed = new HashSet<>();
    for (List<WriteRequest> writes : response.unprocessedItems().values()) {
      writes.forEach(write -> unprocessed.add(identity(write)));
    }
    if (unprocessed.isEmpty()) {
      return BatchReply.allDone();
    }
    List<ItemWrite> rest = new ArrayList<>(unprocessed.size());
    for (ItemWrite item : items) {
      if (unprocessed.contains(schema.identityOf(item.attributes()))) {
        rest.add(item);
      }
    }
    // Where the service names an item that is not ours, ours may be any: all are sent again.
    return BatchReply.unprocessed(rest.size() == unprocessed.size() ? rest : items);
  }

  private Object identity(WriteRequest echoed) {
    @Nullable Map<String, AttributeValue> attributes =
        echoed.putRequest() != null
            ? echoed.putRequest().item()
            : echoed.deleteRequest() != null ? echoed.deleteRequest().key() : null;
    try {
      return schema.identityOf(attributes == null ? Map.of() : attributes);
    } catch (InvalidItemException notOurs) {
      return new Object();
    }
  }
}
