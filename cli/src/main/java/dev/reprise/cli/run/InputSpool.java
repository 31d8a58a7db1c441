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
 * Input that can be read again from its beginning. It is taken from its source only when someone
 * asks for more than was read before, so a source that never ends, or never begins, holds nobody up
 * but those who want it. Kept in memory at first, then in a file that has no name.
 *
 * <p>Safe for use by any thread. One reader at a time waits for the source, without the lock; what
 * it gets is there for all, even if it does not want it any more.
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
   * @param source where input comes from
   * @param memory bytes kept in memory before a file is used
   */
  InputSpool(InputStream source, int memory) {
    this.source = source;
    this.memory = memory;
  }

  /**
   * Reads from a place on.
   *
   * @return how many bytes were read, at least one; -1 at the end
   * @throws InterruptedException if interrupted while another reader waits for the source
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

  /** Its owner alone may read it, and it is removed from its folder while it is open. */
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
    ByteBuffer rest = ByteBuffer.wrap(bytes, 0, count);
    long next = position;
    while (rest.hasRemaining()) {
      next += file.write(rest, next);
    }
  }

  /** Forgets what was kept. The source stays open. */
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
