/** Conversion between rows and items: types, nulls, sets, times and key columns. */
@NullMarked
package dev.reprise.spark.internal.convert;

import org.jspecify.annotations.NullMarked;
