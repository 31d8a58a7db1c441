/** The scope of a key: normal forms of host and path, and the text in which they become a key. */
@NullMarked
package dev.reprise.servlet.internal.scope;

import org.jspecify.annotations.NullMarked;
