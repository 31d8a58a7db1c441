@NullMarked
package dev.reprise.batch.internal.pace;

import org.jspecify.annotations.NullMarked;
