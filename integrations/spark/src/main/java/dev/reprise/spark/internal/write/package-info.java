/** The stages of a write as Spark calls them: plan, tasks, commit messages, commit of the job. */
@NullMarked
package dev.reprise.spark.internal.write;

import org.jspecify.annotations.NullMarked;
