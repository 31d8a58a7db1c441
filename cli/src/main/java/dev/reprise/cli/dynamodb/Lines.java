package dev.reprise.cli.dynamodb;

import java.io.Closeable;

/** Where items come from, as far as it is told. */
interface Lines extends Closeable {

  /** How many bytes there are; negative if that is not known. */
  long size();

  /** How many bytes were read. */
  long bytes();

  /** How many lines were no items. */
  long bad();

  /** The number of the last line that was read. */
  long lastLine();

  /** The line that an item was on, by its position among the items, from 0. */
  long lineOf(long position);
}
