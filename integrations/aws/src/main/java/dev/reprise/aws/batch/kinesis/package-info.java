/**
 * Batches on a stream of Kinesis, {@link dev.reprise.aws.batch.kinesis.KinesisBatches}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.aws.batch.kinesis;

import org.jspecify.annotations.NullMarked;
