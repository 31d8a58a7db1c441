/** The options of writes and reads: names, defaults and ranges. */
@NullMarked
package dev.reprise.spark.internal.options;

import org.jspecify.annotations.NullMarked;
