/** Requests, responses and the verdicts on them. */
@NullMarked
package dev.reprise.opensearch.internal;

import org.jspecify.annotations.NullMarked;
