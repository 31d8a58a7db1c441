/** Failures of the SDK: verdicts, error codes of the service, cancelled transactions. */
@NullMarked
package dev.reprise.dynamodb.internal.failure;

import org.jspecify.annotations.NullMarked;
