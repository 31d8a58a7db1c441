package dev.reprise.dynamodb.ndjson;

/**
 * A line of a file that is no item.
 *
 * @param number its number, counted from 1
 * @param reason what is wrong with it, in one line
 * @param text the line without its end; with replacement characters where it is not UTF-8, and only
 *     its first thousand bytes if it is too long to be an item
 */
public record BadLine(long number, String reason, String text) {}
