package dev.reprise.dynamodb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** A client without a service: it accepts each write, and finds each key as an item. */
class AcceptingClient implements DynamoDbClient {

  final List<BatchWriteItemRequest> writes = Collections.synchronizedList(new ArrayList<>());

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    writes.add(request);
    return BatchWriteItemResponse.builder().unprocessedItems(Map.of()).build();
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    request.requestItems().forEach((table, keys) -> found.put(table, keys.keys()));
    return BatchGetItemResponse.builder().responses(found).unprocessedKeys(Map.of()).build();
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return TransactWriteItemsResponse.builder().consumedCapacity(List.of()).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
