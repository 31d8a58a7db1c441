package dev.reprise.cli.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Input that can be read again from its beginning. The source is read only when a reader needs more
 * than was read before, so a source that blocks delays only its readers. The data are stored in
 * memory at first, then in an unnamed temporary file.
 *
 * <p>Thread-safe. One reader at a time reads the source, without holding the lock; its data are
 * then available to all readers.
 */
final class InputSpool implements Closeable {

  private static final int CHUNK = 8192;

  private final InputStream source;
  private final int memory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private byte[] held = new byte[CHUNK];
  private @Nullable FileChannel file;
  private long size;
  private boolean ended;
  private boolean reading;

  /**
   * @param source the input
   * @param memory number of bytes stored in memory before a file is used
   */
  InputSpool(InputStream source, int memory) {
    this.source = source;
    this.memory = memory;
  }

  /**
   * Reads bytes from a position.
   *
   * @return number of bytes read, at least one; -1 at the end
   * @throws InterruptedException if interrupted while a different reader reads the source
   */
  int read(long position, byte[] buffer) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      while (position >= size && !ended) {
        if (reading) {
          changed.await();
        } else {
          readSource();
        }
      }
      return position < size ? readHeld(position, buffer) : -1;
    } finally {
      lock.unlock();
    }
  }

  private void readSource() throws IOException {
    byte[] chunk = new byte[CHUNK];
    int count = -1;
    reading = true;
    lock.unlock();
    try {
      count = source.read(chunk);
    } finally {
      lock.lock();
      reading = false;
      ended = count < 0;
      changed.signalAll();
    }
    if (count > 0) {
      keep(chunk, count);
    }
  }

  private void keep(byte[] chunk, int count) throws IOException {
    if (file == null && size + count > memory) {
      file = unnamedFile();
      write(file, 0, held, (int) size);
      held = new byte[0];
    }
    if (file == null) {
      int needed = (int) size + count;
      if (needed > held.length) {
        held = Arrays.copyOf(held, 2 * needed);
      }
      System.arraycopy(chunk, 0, held, (int) size, count);
    } else {
      write(file, size, chunk, count);
    }
    size += count;
  }

  private int readHeld(long position, byte[] buffer) throws IOException {
    if (file != null) {
      return file.read(ByteBuffer.wrap(buffer), position);
    }
    int count = (int) Math.min(buffer.length, size - position);
    System.arraycopy(held, (int) position, buffer, 0, count);
    return count;
  }

  /** A file that only its owner may read, and that has no directory entry while it is open. */
  private static FileChannel unnamedFile() throws IOException {
    Path path = Files.createTempFile("reprise-", ".input");
    return FileChannel.open(
        path,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  private static void write(FileChannel file, long position, byte[] bytes, int count)
      throws IOException {
    ByteBuffer remaining = ByteBuffer.wrap(bytes, 0, count);
    long next = position;
    while (remaining.hasRemaining()) {
      next += file.write(remaining, next);
    }
  }

  /** Discards the stored data. The source stays open. */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      ended = true;
      size = 0;
      changed.signalAll();
      if (file != null) {
        file.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
