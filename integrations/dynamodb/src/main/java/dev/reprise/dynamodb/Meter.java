package dev.reprise.dynamodb;

import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Counts what one run asks of the service. */
final class Meter {

  private final LongAdder requests = new LongAdder();
  private final DoubleAdder units = new DoubleAdder();

  void request() {
    requests.increment();
  }

  void consumed(List<ConsumedCapacity> capacities) {
    for (ConsumedCapacity capacity : capacities) {
      Double consumed = capacity.capacityUnits();
      if (consumed != null) {
        units.add(consumed);
      }
    }
  }

  Consumed total() {
    return new Consumed(requests.sum(), units.sum());
  }
}
