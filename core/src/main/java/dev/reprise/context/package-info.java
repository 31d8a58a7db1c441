/** Carrying the caller's context, such as logging or tracing, to wherever a call goes on. */
@NullMarked
package dev.reprise.context;

import org.jspecify.annotations.NullMarked;
