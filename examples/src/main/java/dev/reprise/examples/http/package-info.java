/** Retrying HTTP requests, as the guide shows it. */
@NullMarked
package dev.reprise.examples.http;

import org.jspecify.annotations.NullMarked;
