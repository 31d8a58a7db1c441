package dev.reprise.batch.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The files that this process has locked. On POSIX a process loses its lock of a file when it
 * closes any descriptor of the file. So a file in use is not opened a second time for writing, and
 * a reader of the file is kept open until the writer closes it.
 */
final class LockedFiles {

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Object, Deque<RandomAccessFile>> IDLE_READERS = new HashMap<>();

  private LockedFiles() {}

  static Object key(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path.toRealPath() : key;
  }

  /** Claims a file; returns false if it is in use. */
  static boolean claim(Object key) {
    LOCK.lock();
    try {
      return IDLE_READERS.putIfAbsent(key, new ArrayDeque<>()) == null;
    } finally {
      LOCK.unlock();
    }
  }

  static void release(Object key) throws IOException {
    Deque<RandomAccessFile> readers;
    LOCK.lock();
    try {
      readers = IDLE_READERS.remove(key);
    } finally {
      LOCK.unlock();
    }
    if (readers != null) {
      for (RandomAccessFile reader : readers) {
        reader.close();
      }
    }
  }

  /** Returns a reader that was kept open, positioned at the beginning of the file. */
  static @Nullable RandomAccessFile idleReader(Object key) throws IOException {
    RandomAccessFile reader;
    LOCK.lock();
    try {
      Deque<RandomAccessFile> readers = IDLE_READERS.get(key);
      reader = readers == null ? null : readers.poll();
    } finally {
      LOCK.unlock();
    }
    if (reader != null) {
      reader.seek(0);
    }
    return reader;
  }

  static void close(Object key, RandomAccessFile reader) throws IOException {
    LOCK.lock();
    try {
      Deque<RandomAccessFile> readers = IDLE_READERS.get(key);
      if (readers != null) {
        readers.add(reader);
        return;
      }
    } finally {
      LOCK.unlock();
    }
    reader.close();
  }
}
