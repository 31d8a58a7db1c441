/** Common parts of all runs: settings, look-up of the table, fingerprints for the journal. */
@NullMarked
package dev.reprise.dynamodb.internal.run;

import org.jspecify.annotations.NullMarked;
