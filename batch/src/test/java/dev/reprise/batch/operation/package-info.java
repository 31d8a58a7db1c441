@NullMarked
package dev.reprise.batch.operation;

import org.jspecify.annotations.NullMarked;
