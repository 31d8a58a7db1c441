/**
 * The ways to call an operation through a retry, in one common form, and the observation of a call.
 */
@NullMarked
package dev.reprise.testing.shape;

import org.jspecify.annotations.NullMarked;
