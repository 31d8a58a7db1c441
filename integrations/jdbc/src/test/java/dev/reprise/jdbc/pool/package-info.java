/** Tests with common connection pools, and of their state after failures. */
package dev.reprise.jdbc.pool;
