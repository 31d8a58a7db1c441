/** Loads of an index of OpenSearch. */
@NullMarked
package dev.reprise.examples.search;

import org.jspecify.annotations.NullMarked;
