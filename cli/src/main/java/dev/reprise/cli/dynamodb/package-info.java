/** {@code reprise dynamodb}: loads, replays, fetches and exports tables. */
@NullMarked
package dev.reprise.cli.dynamodb;

import org.jspecify.annotations.NullMarked;
