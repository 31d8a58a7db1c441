package dev.reprise.batch.journal;

import java.io.Closeable;
import java.io.IOException;

/** A file in use; tests replace it. */
interface JournalStorage extends Closeable {

  /** Reads bytes like {@link java.io.InputStream#read(byte[], int, int)}, from a position. */
  int read(byte[] bytes, int offset, int length, long at) throws IOException;

  long size() throws IOException;

  /** Writes all bytes at a position, or throws. */
  void write(byte[] bytes, long at) throws IOException;

  void truncate(long size) throws IOException;

  void force() throws IOException;
}
