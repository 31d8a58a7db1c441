/**
 * The processing of a request with a key, the same on every server: reads key and body, runs the
 * handler under the guard, and sends or replays the response.
 */
@NullMarked
package dev.reprise.servlet.internal.flow;

import org.jspecify.annotations.NullMarked;
