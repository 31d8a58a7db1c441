/** Log messages that must not affect the code that writes them. */
@NullMarked
package dev.reprise.internal.log;

import org.jspecify.annotations.NullMarked;
