/** Reads whole tables: in parallel, with retry, at a pace, and so that one can go on later. */
@NullMarked
package dev.reprise.dynamodb.scan;

import org.jspecify.annotations.NullMarked;
