/** The tasks of a read: each looks up the items of its keys by a batch. */
@NullMarked
package dev.reprise.spark.internal.read;

import org.jspecify.annotations.NullMarked;
