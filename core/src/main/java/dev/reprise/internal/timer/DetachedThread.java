package dev.reprise.internal.timer;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Objects;

/**
 * Makes daemon threads that keep nothing of the thread that makes them. A new thread inherits the
 * context class loader, the inheritable thread-locals and the group of its maker, and before Java
 * 24 the protection domains of every class on the maker's stack as well, each of which refers to
 * its class loader: a thread that lives on would keep the application that happened to need it
 * first.
 */
final class DetachedThread {

  private DetachedThread() {}

  static Thread of(Runnable work, String name) {
    Thread thread = withoutCallers(() -> new Thread(topGroup(), work, name, 0, false));
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }

  /** Ends the look at the stack, which the constructor of a thread takes, at this class. */
  @SuppressWarnings("removal")
  private static Thread withoutCallers(PrivilegedAction<Thread> making) {
    try {
      return Objects.requireNonNull(AccessController.doPrivileged(making));
    } catch (LinkageError withoutAccessController) {
      return making.run();
    }
  }

  /** A group of the application's own may be of a class of its own. */
  private static ThreadGroup topGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    ThreadGroup parent = group.getParent();
    while (parent != null) {
      group = parent;
      parent = group.getParent();
    }
    return group;
  }
}
