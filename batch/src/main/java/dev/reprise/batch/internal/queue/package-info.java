/**
 * Items that were read and are not accounted for: their order by key and group, and the chunks that
 * are built from them.
 */
@NullMarked
package dev.reprise.batch.internal.queue;

import org.jspecify.annotations.NullMarked;
