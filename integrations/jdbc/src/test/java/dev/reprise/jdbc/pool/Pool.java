package dev.reprise.jdbc.pool;

import javax.sql.DataSource;

/** A pool and what it says of itself. */
record Pool(DataSource source, Count count, Closer closer) implements AutoCloseable {

  interface Count {
    int get() throws Exception;
  }

  interface Closer {
    void close() throws Exception;
  }

  /** Connections that are lent. */
  int active() throws Exception {
    return count.get();
  }

  @Override
  public void close() throws Exception {
    closer.close();
  }
}
