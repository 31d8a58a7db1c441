/**
 * Support for text that users write and read: errors in text forms, and foreign text made
 * printable.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.text;

import org.jspecify.annotations.NullMarked;
