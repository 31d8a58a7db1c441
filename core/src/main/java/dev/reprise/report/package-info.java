/** The record of what happened in a call: strings and numbers only. */
@NullMarked
package dev.reprise.report;

import org.jspecify.annotations.NullMarked;
