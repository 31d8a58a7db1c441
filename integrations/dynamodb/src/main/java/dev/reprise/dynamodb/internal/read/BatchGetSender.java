package dev.reprise.dynamodb.internal.read;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.FailureKind;
import dev.reprise.dynamodb.internal.client.OwnResponses;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.internal.item.ItemSize;
import dev.reprise.dynamodb.internal.item.KeyIdentity;
import dev.reprise.dynamodb.internal.send.ChunkSender;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.table.KeySchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Reads chunks. A key that the response neither returns nor leaves unprocessed has no item. */
final class BatchGetSender extends ChunkSender<KeyRead, BatchGetItemResponse> {

  static final int MAX_KEYS = 100;
  private static final int UNIT_BYTES = 4096;
  private static final double RESPONSE_BYTES = 16 * 1024 * 1024;

  private final TableClient client;
  private final String table;
  private final KeySchema schema;
  private final UsageMeter meter;
  private final ReadCost cost;
  private final boolean consistent;
  private final List<String> projected;

  BatchGetSender(
      TableClient client,
      String table,
      KeySchema schema,
      UsageMeter meter,
      ReadCost cost,
      boolean consistent,
      @Nullable Collection<String> projection) {
    super(table);
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.meter = meter;
    this.cost = cost;
    this.consistent = consistent;
    projected = projection == null ? List.of() : withKeys(projection);
  }

  private List<String> withKeys(Collection<String> projection) {
    Set<String> names = new LinkedHashSet<>(schema.names());
    names.addAll(projection);
    return List.copyOf(names);
  }

  @Override
  protected CompletableFuture<BatchGetItemResponse> request(List<KeyRead> items) {
    KeysAndAttributes.Builder wanted =
        KeysAndAttributes.builder()
            .keys(items.stream().map(read -> schema.keyOf(read.key())).toList())
            .consistentRead(consistent);
    if (!projected.isEmpty()) {
      Map<String, String> names = new LinkedHashMap<>();
      projected.forEach(name -> names.put("#p" + names.size(), name));
      wanted
          .projectionExpression(String.join(", ", names.keySet()))
          .expressionAttributeNames(names);
    }
    meter.request();
    return client.get(
        BatchGetItemRequest.builder()
            .requestItems(Map.of(table, wanted.build()))
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .overrideConfiguration(client.withoutOwnRetries())
            .build());
  }

  @Override
  protected BatchReply<KeyRead> read(List<KeyRead> items, BatchGetItemResponse response) {
    OwnResponses.require(response, response.hasUnprocessedKeys());
    meter.consumed(response.consumedCapacity());
    Map<Object, PendingRead> open = new HashMap<>();
    items.forEach(item -> open.put(KeyIdentity.of(schema, item.key()), PendingRead.of(item)));
    for (List<Map<String, AttributeValue>> found : response.responses().values()) {
      found.forEach(item -> remove(open, item).setItem(item));
    }
    List<KeyRead> unprocessed = new ArrayList<>();
    for (@Nullable KeysAndAttributes keys : response.unprocessedKeys().values()) {
      if (keys == null || !keys.hasKeys()) {
        throw new IllegalStateException("the response does not name its unprocessed keys");
      }
      keys.keys().forEach(key -> unprocessed.add(remove(open, key)));
    }
    open.values().forEach(absent -> absent.setItem(null));
    cost.record(without(items, unprocessed), units(response));
    BatchReply<KeyRead> reply = BatchReply.unprocessed(unprocessed);
    return unprocessed.isEmpty() || !isFull(response)
        ? reply
        : reply.withKind(FailureKind.TRANSIENT).withMessage("left out of a response that was full");
  }

  /**
   * Returns whether an item of the largest size would not have fitted: then the table has not
   * throttled.
   */
  private boolean isFull(BatchGetItemResponse response) {
    double bytes = units(response) * (consistent ? UNIT_BYTES : 2 * UNIT_BYTES);
    return bytes >= RESPONSE_BYTES - ItemSize.MAX_STORED;
  }

  private static double units(BatchGetItemResponse response) {
    return UsageMeter.units(response.consumedCapacity());
  }

  private static List<KeyRead> without(List<KeyRead> items, List<KeyRead> unprocessed) {
    Set<KeyRead> excluded = Set.copyOf(unprocessed);
    return excluded.isEmpty()
        ? items
        : items.stream().filter(item -> !excluded.contains(item)).toList();
  }

  /**
   * Removes and returns the read of a key in the response.
   *
   * @throws IllegalStateException if there is none: then no item can be reported absent
   */
  private PendingRead remove(
      Map<Object, PendingRead> open, Map<String, AttributeValue> attributes) {
    PendingRead read = open.remove(KeyIdentity.of(schema, attributes));
    if (read == null) {
      throw new IllegalStateException(
          "the response has a key twice, or a key that was not requested");
    }
    return read;
  }
}
