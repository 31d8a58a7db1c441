/** Clients of DynamoDB for the commands, and the creation of tables. */
@NullMarked
package dev.reprise.cli.dynamodb.client;

import org.jspecify.annotations.NullMarked;
