/**
 * Scans of whole tables in parallel segments, with retries and a pace; a scan can be resumed later.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. The types are
 * immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.reprise.dynamodb.scan;

import org.jspecify.annotations.NullMarked;
