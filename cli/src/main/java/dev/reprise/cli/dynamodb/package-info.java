/** {@code reprise demo}, {@code reprise dynamodb load} and {@code fetch}. */
@NullMarked
package dev.reprise.cli.dynamodb;

import org.jspecify.annotations.NullMarked;
