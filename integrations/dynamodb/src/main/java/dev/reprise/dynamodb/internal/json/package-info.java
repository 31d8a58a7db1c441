/** Items as JSON, plain or in the format of DynamoDB. */
@NullMarked
package dev.reprise.dynamodb.internal.json;

import org.jspecify.annotations.NullMarked;
