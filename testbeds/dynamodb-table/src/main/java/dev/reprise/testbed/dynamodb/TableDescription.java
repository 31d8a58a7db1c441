package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.UUID;

/** What is fixed when a table is created. An on-demand table's units are the server's defaults. */
record TableDescription(
    String name,
    KeySchema schema,
    boolean onDemand,
    long readUnits,
    long writeUnits,
    Instant created,
    UUID id) {

  ObjectNode toJson(String status, Table.Extent extent) {
    ObjectNode json = Json.object().put("TableName", name);
    json.set("AttributeDefinitions", schema.definitions());
    json.set("KeySchema", schema.toJson());
    json.put("TableStatus", status)
        .put("CreationDateTime", created.toEpochMilli() / 1000.0)
        .put("ItemCount", extent.items())
        .put("TableSizeBytes", extent.bytes())
        .put("TableArn", "arn:aws:dynamodb:us-east-1:000000000000:table/" + name)
        .put("TableId", id.toString());
    json.putObject("ProvisionedThroughput")
        .put("NumberOfDecreasesToday", 0)
        .put("ReadCapacityUnits", onDemand ? 0 : readUnits)
        .put("WriteCapacityUnits", onDemand ? 0 : writeUnits);
    if (onDemand) {
      json.putObject("BillingModeSummary").put("BillingMode", "PAY_PER_REQUEST");
    }
    return json;
  }
}
