package dev.reprise.consumer;

import dev.reprise.testing.shape.CallShape.Trait;
import dev.reprise.testing.contract.RetryDriverContract;
import dev.reprise.testing.shape.CallShape;
import java.util.List;
import java.util.Set;

/** The contract of drivers, for a driver of this project. */
class OrdersContractTest extends RetryDriverContract {

  @Override
  protected List<CallShape> shapes() {
    return List.of(
        new CallShape(
            "orders",
            Set.of(
                Trait.RETURNS_VALUES,
                Trait.TIMES_OUT_ATTEMPTS,
                Trait.ASYNC,
                Trait.OVERLAPS,
                Trait.STAGES),
            (retry, operation, time) -> retry.callAsync(operation::stage)));
  }
}
