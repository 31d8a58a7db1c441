/**
 * The call shapes of a retry in one common form, and the observation of a call.
 *
 * <p>Parameters and results are never null unless their description allows it.
 */
@NullMarked
package dev.reprise.testing.shape;

import org.jspecify.annotations.NullMarked;
