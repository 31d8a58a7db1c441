/**
 * Items in files, one JSON object a line: read, written, compressed, and those that failed kept to
 * be sent again.
 */
@NullMarked
package dev.reprise.dynamodb.items;

import org.jspecify.annotations.NullMarked;
