/**
 * An idempotency store in a folder that the processes of one machine share.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}.
 */
@NullMarked
package dev.reprise.idempotency.store.file;

import org.jspecify.annotations.NullMarked;
