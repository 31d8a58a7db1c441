/**
 * The arrows and the habits of the design, as tests over the compiled modules and their sources.
 */
@NullMarked
package dev.reprise.verification.architecture;

import org.jspecify.annotations.NullMarked;
