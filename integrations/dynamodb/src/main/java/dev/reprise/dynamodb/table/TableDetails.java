package dev.reprise.dynamodb.table;

import dev.reprise.text.PrintableText;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Key schema, billing mode and capacity of a table, from DescribeTable. Immutable.
 *
 * @param arn the table's Amazon Resource Name; empty if the service returns none
 * @param keySchema its key, including the types
 * @param onDemand whether it is billed by request, so that it has no provisioned capacity
 * @param writeUnits write units a second: the provisioned units or, for a table on demand, its
 *     configured limit; empty if there is none
 * @param readUnits read units a second, likewise
 */
public record TableDetails(
    String arn,
    KeySchema keySchema,
    boolean onDemand,
    OptionalDouble writeUnits,
    OptionalDouble readUnits) {

  /**
   * Creates the details of a described table.
   *
   * @param table the service's description
   * @return its key schema, billing mode and capacity
   * @throws IllegalArgumentException if the description has no partition key
   */
  public static TableDetails of(TableDescription table) {
    boolean onDemand =
        table.billingModeSummary() != null
            && table.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
    @Nullable Long writes = null;
    @Nullable Long reads = null;
    if (!onDemand && table.provisionedThroughput() != null) {
      writes = table.provisionedThroughput().writeCapacityUnits();
      reads = table.provisionedThroughput().readCapacityUnits();
    } else if (onDemand && table.onDemandThroughput() != null) {
      writes = table.onDemandThroughput().maxWriteRequestUnits();
      reads = table.onDemandThroughput().maxReadRequestUnits();
    }
    return new TableDetails(
        table.tableArn() == null ? "" : table.tableArn(),
        KeySchema.of(table),
        onDemand,
        units(writes),
        units(reads));
  }

  /** For a table on demand, -1 means no limit; zero means no provisioned capacity. */
  private static OptionalDouble units(@Nullable Long units) {
    return units == null || units <= 0 ? OptionalDouble.empty() : OptionalDouble.of(units);
  }

  /**
   * Returns all values.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return PrintableText.oneLine(arn)
        + " with key "
        + keySchema
        + (onDemand ? ", on demand" : ", provisioned")
        + inWords("write units", writeUnits)
        + inWords("read units", readUnits);
  }

  private static String inWords(String name, OptionalDouble units) {
    return units.isPresent() ? ", " + units.getAsDouble() + " " + name : "";
  }
}
