/** Notes to the log that must not change what they are about. */
@NullMarked
package dev.reprise.internal.log;

import org.jspecify.annotations.NullMarked;
