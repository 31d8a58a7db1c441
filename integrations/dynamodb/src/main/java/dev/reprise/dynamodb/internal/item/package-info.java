/** Size, equality and identity of items by the rules of the service. */
@NullMarked
package dev.reprise.dynamodb.internal.item;

import org.jspecify.annotations.NullMarked;
