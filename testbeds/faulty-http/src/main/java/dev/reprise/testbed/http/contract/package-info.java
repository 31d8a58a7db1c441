/**
 * What every client with retries has to do when a server fails: the same script of faults for all
 * of them. A test of a client extends {@link dev.reprise.testbed.http.contract.HttpFaultContract}.
 */
@NullMarked
package dev.reprise.testbed.http.contract;

import org.jspecify.annotations.NullMarked;
