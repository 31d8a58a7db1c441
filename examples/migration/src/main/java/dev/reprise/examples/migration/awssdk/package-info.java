/** From the retries of the AWS SDK for Java 2 to Reprise. */
@NullMarked
package dev.reprise.examples.migration.awssdk;

import org.jspecify.annotations.NullMarked;
