package dev.reprise.jdbc.internal.store;

/** The clock by which a store measures leases and retentions. */
@FunctionalInterface
public interface StoreClock {

  /** An SQL expression: microseconds since 1970, of type BIGINT. */
  String micros();
}
