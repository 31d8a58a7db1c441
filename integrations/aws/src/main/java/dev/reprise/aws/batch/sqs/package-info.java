/**
 * Batches on a queue of SQS, {@link dev.reprise.aws.batch.sqs.SqsBatches}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.aws.batch.sqs;

import org.jspecify.annotations.NullMarked;
