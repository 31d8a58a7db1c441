/**
 * The caller's context, captured when a call begins and restored around code that runs on other
 * threads.
 */
@NullMarked
package dev.reprise.internal.context;

import org.jspecify.annotations.NullMarked;
