package dev.reprise.testbed.dynamodb.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.Json;
import java.time.Instant;

/**
 * The settings of a table, fixed when it is created. The units of an on-demand table are the
 * defaults of the server.
 */
public record TableDescription(
    String name,
    KeySchema schema,
    boolean onDemand,
    long readUnits,
    long writeUnits,
    Instant created) {

  public ObjectNode toJson(String status, int items) {
    ObjectNode json = Json.object().put("TableName", name);
    json.set("AttributeDefinitions", schema.definitions());
    json.set("KeySchema", schema.toJson());
    json.put("TableStatus", status)
        .put("CreationDateTime", created.toEpochMilli() / 1000.0)
        .put("ItemCount", items)
        .put("TableArn", "arn:aws:dynamodb:us-east-1:000000000000:table/" + name);
    json.putObject("ProvisionedThroughput")
        .put("ReadCapacityUnits", onDemand ? 0 : readUnits)
        .put("WriteCapacityUnits", onDemand ? 0 : writeUnits);
    if (onDemand) {
      json.putObject("BillingModeSummary").put("BillingMode", "PAY_PER_REQUEST");
    }
    return json;
  }
}
