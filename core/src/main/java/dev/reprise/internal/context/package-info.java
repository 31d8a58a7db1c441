/** The caller's context, captured when a call begins and restored around what runs elsewhere. */
@NullMarked
package dev.reprise.internal.context;

import org.jspecify.annotations.NullMarked;
