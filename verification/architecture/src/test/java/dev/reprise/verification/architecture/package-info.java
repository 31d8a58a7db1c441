/**
 * The dependency rules and conventions of the design, as tests of the compiled modules and their
 * sources.
 */
@NullMarked
package dev.reprise.verification.architecture;

import org.jspecify.annotations.NullMarked;
