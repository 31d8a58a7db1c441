/** Code of other retry libraries, and the same code with Reprise, as on the pages of the guide. */
@NullMarked
package dev.reprise.examples.migration;

import org.jspecify.annotations.NullMarked;
