package dev.reprise.jdbc.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A database server on its own loopback port. */
public abstract class TestServer implements AutoCloseable {

  static final String USER = "reprise";
  static final String PASSWORD = "secret";

  private final int port;

  TestServer(int port) {
    this.port = port;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Returns the port, which is the same after a restart. */
  public final int port() {
    return port;
  }

  /** Creates an empty database. */
  public final TestDatabase newDatabase(Db kind) {
    TestDatabase database = new TestDatabase(kind, port, Db.newName());
    try {
      administration().execute("CREATE DATABASE " + database.name());
    } catch (SQLException cannot) {
      throw new IllegalStateException("cannot create a database", cannot);
    }
    return database;
  }

  /** The database that always exists. */
  abstract TestDatabase administration();

  /** The process to kill; its child processes end with it. */
  abstract ProcessHandle process();

  /** Kills it at once, with SIGKILL, and returns when no process of it remains. */
  public final void kill() {
    ProcessHandle server = process();
    List<ProcessHandle> all = Stream.concat(Stream.of(server), server.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle process : all) {
      process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
  }

  /**
   * Starts it after {@link #kill} with the same data on the same port; returns when it responds.
   */
  public abstract void restart();

  @Override
  public abstract void close();
}
