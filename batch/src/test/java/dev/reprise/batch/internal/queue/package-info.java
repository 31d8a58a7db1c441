@NullMarked
package dev.reprise.batch.internal.queue;

import org.jspecify.annotations.NullMarked;
