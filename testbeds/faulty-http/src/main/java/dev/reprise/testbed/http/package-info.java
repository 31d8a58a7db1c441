/**
 * An HTTP server that fails on purpose. {@link dev.reprise.testbed.http.FaultyHttpServer} starts
 * it, {@link dev.reprise.testbed.http.Step} says what happens to a request, with the ways to fail
 * in {@link dev.reprise.testbed.http.Faults} and {@link dev.reprise.testbed.http.Http2Faults}, and
 * {@link dev.reprise.testbed.http.RequestLog} records the requests and the responses of the server.
 */
@NullMarked
package dev.reprise.testbed.http;

import org.jspecify.annotations.NullMarked;
