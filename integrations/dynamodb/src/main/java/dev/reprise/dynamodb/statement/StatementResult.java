package dev.reprise.dynamodb.statement;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A statement that was carried out.
 *
 * @param statement the statement
 * @param item the item that the service returned: of a read the item found, or empty if there is
 *     none; of a write the item requested by {@code RETURNING}, else empty
 */
public record StatementResult(
    PartiqlStatement statement, Optional<Map<String, AttributeValue>> item) {
  /**
   * Returns the statement and whether it returned an item.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return statement + (item.isPresent() ? ": an item" : ": no item");
  }
}
