/** What is retried: operations and actions, and the attempt that they may look at. */
@NullMarked
package dev.reprise.function;

import org.jspecify.annotations.NullMarked;
