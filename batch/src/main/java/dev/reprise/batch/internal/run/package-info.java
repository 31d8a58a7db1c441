/**
 * One run of a batch: the coordinator, which reads, sends, decides and accounts for every item.
 * Events on other threads reach it through its mailbox.
 */
@NullMarked
package dev.reprise.batch.internal.run;

import org.jspecify.annotations.NullMarked;
