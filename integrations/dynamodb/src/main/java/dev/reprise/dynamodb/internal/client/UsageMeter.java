package dev.reprise.dynamodb.internal.client;

import dev.reprise.dynamodb.table.ServiceUsage;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Counts the requests of a run and the capacity that they consume. Thread-safe. */
public final class UsageMeter {

  private final LongAdder requests = new LongAdder();
  private final DoubleAdder units = new DoubleAdder();

  /** Counts a request that is sent. */
  public void request() {
    requests.increment();
  }

  /** Adds the capacity that a response reports. */
  public void consumed(List<ConsumedCapacity> capacities) {
    units.add(units(capacities));
  }

  /** Returns the sum of the capacities that a response reports; some may be null. */
  public static double units(List<ConsumedCapacity> capacities) {
    double sum = 0;
    for (@Nullable ConsumedCapacity capacity : capacities) {
      Double consumed = capacity == null ? null : capacity.capacityUnits();
      sum += consumed == null ? 0 : consumed;
    }
    return sum;
  }

  /** Returns the totals so far. */
  public ServiceUsage total() {
    return new ServiceUsage(requests.sum(), units.sum());
  }
}
