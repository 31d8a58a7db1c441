package dev.reprise.testing.contract;

import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.List;
import java.util.Set;

/** The example of a custom driver in docs/guide/testing.md. */
class OrdersClientContractTest extends RetryDriverContract {

  @Override
  protected List<CallShape> shapes() {
    return List.of(
        new CallShape(
            "orders client",
            Set.of(
                Trait.RETURNS_VALUES,
                Trait.TIMES_OUT_ATTEMPTS,
                Trait.ASYNC,
                Trait.OVERLAPS,
                Trait.STAGES),
            (retry, operation, time) -> new OrdersClient(retry).send(operation::stage)));
  }
}
