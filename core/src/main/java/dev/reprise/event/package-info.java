/** Events of running calls, and their listeners. */
@NullMarked
package dev.reprise.event;

import org.jspecify.annotations.NullMarked;
