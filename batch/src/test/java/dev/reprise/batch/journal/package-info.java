@NullMarked
package dev.reprise.batch.journal;

import org.jspecify.annotations.NullMarked;
