package dev.reprise.jdbc.store;

/** What a store measures leases and ages with. */
@FunctionalInterface
interface StoreClock {

  /** An SQL expression: microseconds since 1970, of type BIGINT. */
  String micros();
}
