/**
 * The contract of HTTP clients with retries: the same faults for each client. A test of a client
 * extends {@link dev.reprise.testbed.http.contract.HttpFaultContract}, {@link
 * dev.reprise.testbed.http.contract.Http2FaultContract} and {@link
 * dev.reprise.testbed.http.contract.RequestBodyContract}. Needs JUnit 5.
 *
 * <p>Unless a type states otherwise: arguments and results are not null unless their type is
 * {@code @Nullable}, and JUnit calls the methods of a contract and of its clients on one thread.
 */
@NullMarked
package dev.reprise.testbed.http.contract;

import org.jspecify.annotations.NullMarked;
