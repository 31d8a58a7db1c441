/**
 * Requests without retries of the SDK, for code that makes the retries itself: {@link
 * dev.reprise.aws.request.ClientSettings} and {@link dev.reprise.aws.request.SdkRequests}. Meant
 * for drivers, such as the batches of {@code reprise-dynamodb} and {@code reprise-aws}.
 *
 * <p>No method accepts or returns null, unless stated. All types may be used by any thread.
 */
@NullMarked
package dev.reprise.aws.request;

import org.jspecify.annotations.NullMarked;
