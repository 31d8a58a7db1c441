package dev.reprise.cli.dynamodb;

import java.io.Closeable;

/** An input of items, with its progress in bytes and lines. */
interface ItemSource extends Closeable {

  /** Length of the input in bytes; negative if unknown. */
  long size();

  /** Number of bytes read so far. */
  long bytes();

  /** Number of lines that could not be read as items. */
  long bad();

  /** The number of the last line that was read. */
  long lastLine();

  /** The line number of an item, by its position among the items, from 0. */
  long lineOf(long position);
}
