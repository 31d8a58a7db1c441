/** Clients of the AWS SDK, for the commands of all its services. */
@NullMarked
package dev.reprise.cli.aws;

import org.jspecify.annotations.NullMarked;
