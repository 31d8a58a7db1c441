/** {@code reprise opensearch}: loads files into indexes. */
@NullMarked
package dev.reprise.cli.opensearch;

import org.jspecify.annotations.NullMarked;
