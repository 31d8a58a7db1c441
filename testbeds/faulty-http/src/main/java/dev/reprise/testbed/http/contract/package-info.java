/**
 * The contract of HTTP clients with retries: the same faults for each client. A test of a client
 * extends {@link dev.reprise.testbed.http.contract.HttpFaultContract}, {@link
 * dev.reprise.testbed.http.contract.Http2FaultContract} and {@link
 * dev.reprise.testbed.http.contract.RequestBodyContract}. Needs JUnit 5.
 */
@NullMarked
package dev.reprise.testbed.http.contract;

import org.jspecify.annotations.NullMarked;
