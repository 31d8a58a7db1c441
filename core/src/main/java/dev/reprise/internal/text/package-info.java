/**
 * The grammar of all text forms: {@link dev.reprise.internal.text.TextReader} splits a text, a
 * {@link dev.reprise.internal.text.TextForm} reads the calls of one type, and a {@link
 * dev.reprise.internal.text.Parameter} declares a value. Not exported.
 */
@NullMarked
package dev.reprise.internal.text;

import org.jspecify.annotations.NullMarked;
