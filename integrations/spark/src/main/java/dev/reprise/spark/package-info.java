/** DataFrames into DynamoDB tables and items of a table by their keys, every row accounted for. */
@NullMarked
package dev.reprise.spark;

import org.jspecify.annotations.NullMarked;
