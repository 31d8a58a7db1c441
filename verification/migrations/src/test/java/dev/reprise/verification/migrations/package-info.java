/** Complete projects on other libraries, run before and after the recipes that migrate them. */
@NullMarked
package dev.reprise.verification.migrations;

import org.jspecify.annotations.NullMarked;
