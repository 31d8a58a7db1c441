package dev.reprise.internal.timer;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Objects;

/**
 * Creates daemon threads without references to the creating thread. A new thread inherits the
 * context class loader, the inheritable thread-locals and the group of its creator, and before Java
 * 24 also the protection domains of every class on the creator's stack, each of which refers to its
 * class loader: a long-lived thread would keep the first application that needed it in memory.
 */
final class DetachedThread {

  private DetachedThread() {}

  static Thread of(Runnable work, String name) {
    Thread thread = withoutCallers(() -> new Thread(topGroup(), work, name, 0, false));
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }

  /** Ends the inspection of the stack, which the constructor of a thread makes, at this class. */
  @SuppressWarnings("removal")
  private static Thread withoutCallers(PrivilegedAction<Thread> making) {
    try {
      return Objects.requireNonNull(AccessController.doPrivileged(making));
    } catch (LinkageError withoutAccessController) {
      return making.run();
    }
  }

  /** A thread group of the application may have a class of the application. */
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
