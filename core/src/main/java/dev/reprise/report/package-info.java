/** Reports of the attempts of a call: strings and numbers only. */
@NullMarked
package dev.reprise.report;

import org.jspecify.annotations.NullMarked;
