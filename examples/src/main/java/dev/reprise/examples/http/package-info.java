/** Retries of HTTP requests, as in the guide. */
@NullMarked
package dev.reprise.examples.http;

import org.jspecify.annotations.NullMarked;
