package dev.reprise.cli.load;

import java.io.Closeable;

/** An input of items, with its progress in bytes and lines. */
public interface ItemSource extends Closeable {

  /** Length of the input in bytes; negative if unknown. */
  long size();

  /** Number of bytes read so far. */
  long bytes();

  /** Number of lines read so far that are not items. */
  long bad();

  /** Number of the last line read, from 1; 0 before the first. */
  long lastLine();

  /** Line number of an item, from 1, by its position among the items, from 0. */
  long lineOf(long position);
}
