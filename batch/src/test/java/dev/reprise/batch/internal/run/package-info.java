@NullMarked
package dev.reprise.batch.internal.run;

import org.jspecify.annotations.NullMarked;
