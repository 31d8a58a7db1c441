/** The grammar that the text forms of policy, backoff and budget share. Not exported. */
@NullMarked
package dev.reprise.internal.text;

import org.jspecify.annotations.NullMarked;
