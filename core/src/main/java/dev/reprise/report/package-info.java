/**
 * Reports of the attempts of a call: strings and numbers only.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.report;

import org.jspecify.annotations.NullMarked;
