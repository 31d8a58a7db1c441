/** An idempotency store in a folder that the processes of one machine share. */
@NullMarked
package dev.reprise.idempotency.store.file;

import org.jspecify.annotations.NullMarked;
