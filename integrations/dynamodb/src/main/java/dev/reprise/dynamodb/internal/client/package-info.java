/** Requests to the service through either client of the SDK, one attempt each; usage of a run. */
@NullMarked
package dev.reprise.dynamodb.internal.client;

import org.jspecify.annotations.NullMarked;
