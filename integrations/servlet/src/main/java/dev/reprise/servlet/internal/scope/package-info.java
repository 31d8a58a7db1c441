/** The scope of a key: normal forms of host and path, and their text as a part of a key. */
@NullMarked
package dev.reprise.servlet.internal.scope;

import org.jspecify.annotations.NullMarked;
