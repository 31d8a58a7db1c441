/** Requests and failures that the batches on all services have in common. */
@NullMarked
package dev.reprise.aws.batch.internal;

import org.jspecify.annotations.NullMarked;
