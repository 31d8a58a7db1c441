package dev.reprise.jdbc.pool;

import javax.sql.DataSource;

/** A pool and its statistics. */
record Pool(DataSource source, Count count, Closer closer) implements AutoCloseable {

  interface Count {
    int get() throws Exception;
  }

  interface Closer {
    void close() throws Exception;
  }

  /** Number of connections that are lent. */
  int active() throws Exception {
    return count.get();
  }

  @Override
  public void close() throws Exception {
    closer.close();
  }
}
