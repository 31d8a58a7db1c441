/** Requests and responses of a servlet container, with bodies that are held in memory. */
@NullMarked
package dev.reprise.servlet.internal.jakarta;

import org.jspecify.annotations.NullMarked;
