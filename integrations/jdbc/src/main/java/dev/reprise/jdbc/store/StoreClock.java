package dev.reprise.jdbc.store;

/** The clock by which a store measures leases and ages. */
@FunctionalInterface
interface StoreClock {

  /** An SQL expression: microseconds since 1970, of type BIGINT. */
  String micros();
}
