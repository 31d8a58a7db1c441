/**
 * The call shapes of a retry in one common form, and the observation of a call.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.testing.shape;

import org.jspecify.annotations.NullMarked;
