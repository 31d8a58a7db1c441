/**
 * An HTTP server that fails on purpose, and the scripts that control it. {@link
 * dev.reprise.testbed.http.FaultyHttpServer} starts it; {@link dev.reprise.testbed.http.Step},
 * {@link dev.reprise.testbed.http.Faults} and {@link dev.reprise.testbed.http.Http2Faults} are the
 * responses and faults of a script; {@link dev.reprise.testbed.http.log.RequestLog} records the
 * requests.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.testbed.http;

import org.jspecify.annotations.NullMarked;
