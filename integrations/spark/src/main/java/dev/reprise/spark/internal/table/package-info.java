/** The table: location, key and capacity. */
@NullMarked
package dev.reprise.spark.internal.table;

import org.jspecify.annotations.NullMarked;
