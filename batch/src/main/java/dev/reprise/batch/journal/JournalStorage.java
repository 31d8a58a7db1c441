package dev.reprise.batch.journal;

import java.io.Closeable;
import java.io.IOException;

/** A file in use, where tests put theirs in place. */
interface JournalStorage extends Closeable {

  /** As {@link java.io.InputStream#read(byte[], int, int)}, but from a place. */
  int read(byte[] bytes, int offset, int length, long at) throws IOException;

  long size() throws IOException;

  /** Writes all at a place, or throws. */
  void write(byte[] bytes, long at) throws IOException;

  void truncate(long size) throws IOException;

  void force() throws IOException;
}
