/** Lines of plain and compressed files, with their numbers. */
@NullMarked
package dev.reprise.dynamodb.internal.file;

import org.jspecify.annotations.NullMarked;
