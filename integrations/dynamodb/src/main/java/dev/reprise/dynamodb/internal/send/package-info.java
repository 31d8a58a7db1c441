/** Senders of chunks, each in one request; items with a lost response. */
@NullMarked
package dev.reprise.dynamodb.internal.send;

import org.jspecify.annotations.NullMarked;
