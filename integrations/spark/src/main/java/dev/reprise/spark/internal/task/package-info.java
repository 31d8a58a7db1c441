/** Parts of a task: the queue between its thread and its batch, and its share of a limit. */
@NullMarked
package dev.reprise.spark.internal.task;

import org.jspecify.annotations.NullMarked;
