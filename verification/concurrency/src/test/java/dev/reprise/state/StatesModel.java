package dev.reprise.state;

import dev.reprise.budget.RetryBudget;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * {@link StatesByKey}: all operations are linearizable. A call that begins to retry is visible to
 * all calls of its key.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
public class StatesModel {

  private final StatesByKey states = new StatesByKey(RetryBudget.unlimited());

  private RetryState on(int key) {
    return states.on(key, () -> 0);
  }

  @Operation
  public void begin(@Param(name = "key") int key) {
    on(key).retryingStarted();
  }

  @Operation
  public void end(@Param(name = "key") int key) {
    on(key).callFinished(1);
  }

  @Operation
  public int retrying(@Param(name = "key") int key) {
    return on(key).view().retrying();
  }
}
