/** {@code reprise sqs}: the commands for queues of SQS. */
@NullMarked
package dev.reprise.cli.sqs;

import org.jspecify.annotations.NullMarked;
