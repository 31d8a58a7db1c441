package dev.reprise.jdbc.transaction;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Sets the parameters of a statement for one item of a batch.
 *
 * @param <I> type of the items
 */
@FunctionalInterface
public interface ItemBinder<I> {

  /**
   * Sets the parameters, all of which are cleared before: none keeps the value of another item.
   * Called once for each item and transaction, by several threads at the same time if the batch has
   * parallel calls. An item for which it throws an exception or an error is dead with it; the other
   * items of the transaction are sent. A failure of the database that is retried, an interruption
   * and a cancellation are failures of the transaction.
   *
   * @param statement the statement of the batch. {@code addBatch}, {@code clearBatch}, {@code
   *     close} and the methods that execute it throw an exception that stops the run: the batch
   *     itself adds and executes each item. An unwrapped statement does not throw; there, a change
   *     of the batch is found when it has been executed, and stops the run, but not an execution
   * @param item the item
   * @throws SQLException if a parameter cannot be set
   */
  void bind(PreparedStatement statement, I item) throws SQLException;
}
