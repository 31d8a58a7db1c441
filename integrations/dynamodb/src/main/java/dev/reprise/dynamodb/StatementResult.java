package dev.reprise.dynamodb;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A statement that was carried out.
 *
 * @param statement the statement
 * @param item what it answered: of a read the item, or empty if there is none; of a write what its
 *     {@code RETURNING} asked for, else empty
 */
public record StatementResult(Statement statement, Optional<Map<String, AttributeValue>> item) {
  /**
   * The statement, and whether it has found an item.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return statement + (item.isPresent() ? ": an item" : ": no item");
  }
}
