/** Sending of requests, shared by batches and scans. */
@NullMarked
package dev.reprise.dynamodb.internal;

import org.jspecify.annotations.NullMarked;
