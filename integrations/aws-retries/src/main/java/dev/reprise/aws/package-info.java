/**
 * Retries of the clients of the AWS SDK for Java 2: {@link dev.reprise.aws.RetryPlugin}, {@link
 * dev.reprise.aws.PolicyRetryStrategy}; and the classifier of their failures, {@link
 * dev.reprise.aws.AwsFailures}.
 *
 * <p>No method accepts or returns null, unless stated.
 */
@NullMarked
package dev.reprise.aws;

import org.jspecify.annotations.NullMarked;
