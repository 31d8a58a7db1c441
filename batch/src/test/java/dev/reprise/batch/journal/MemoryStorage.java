package dev.reprise.batch.journal;

import java.io.IOException;
import java.util.Arrays;

/** A disk that can be made to fail. */
final class MemoryStorage implements JournalStorage {

  byte[] content;
  int forces;
  int writes;
  long room = Long.MAX_VALUE;
  boolean forceFails;
  boolean truncateFails;
  boolean closeFails;
  boolean closed;

  MemoryStorage(byte[] content) {
    this.content = content.clone();
  }

  MemoryStorage() {
    this(new byte[0]);
  }

  /** Returns the journal on this disk, whose file is never opened. */
  BatchJournal journal() {
    return BatchJournal.in(java.nio.file.Path.of("memory")).openedBy(file -> this);
  }

  @Override
  public int read(byte[] bytes, int offset, int length, long at) {
    if (at >= content.length) {
      return -1;
    }
    int read = Math.min(length, content.length - (int) at);
    System.arraycopy(content, (int) at, bytes, offset, read);
    return read;
  }

  @Override
  public long size() {
    return content.length;
  }

  @Override
  public void write(byte[] bytes, long at) throws IOException {
    int end = (int) Math.min(at + bytes.length, room);
    content = Arrays.copyOf(content, Math.max(content.length, end));
    System.arraycopy(bytes, 0, content, (int) at, (int) Math.max(0, end - at));
    writes++;
    if (at + bytes.length > room) {
      throw new IOException("No space left on device");
    }
  }

  @Override
  public void truncate(long size) throws IOException {
    if (truncateFails) {
      throw new IOException("cannot truncate");
    }
    content = Arrays.copyOf(content, (int) size);
  }

  @Override
  public void force() throws IOException {
    forces++;
    if (forceFails) {
      throw new IOException("Input/output error");
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    if (closeFails) {
      throw new IOException("cannot close");
    }
  }
}
