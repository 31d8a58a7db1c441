/**
 * The files of the page, for servers.
 *
 * <p>Parameters and results are never null. Types are immutable and safe for use by several
 * threads.
 */
@NullMarked
package dev.reprise.lab.page;

import org.jspecify.annotations.NullMarked;
