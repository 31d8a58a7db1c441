/** Items and their keys: attribute values, numbers, sizes and order. */
@NullMarked
package dev.reprise.testbed.dynamodb.item;

import org.jspecify.annotations.NullMarked;
