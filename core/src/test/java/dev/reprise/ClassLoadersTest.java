package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.time.Delayer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An application that is undeployed releases its classes. The library keeps neither the classes
 * that use it, nor its own classes if the application contains the library.
 */
@Timeout(120)
class ClassLoadersTest {

  private static final long A_DAY = TimeUnit.DAYS.toNanos(1);

  /** The actions of an application, in classes of its own loader. */
  public static final class Application implements Runnable {

    /** Public, because its loader creates it. */
    public Application() {}

    @Override
    public void run() {
      Delayer.system().schedule(() -> {}, 0);
    }
  }

  /** Makes calls of each kind and compares values. */
  public static final class WholeApplication implements Runnable {

    /** Public, because its loader creates it. */
    public WholeApplication() {}

    @Override
    public void run() {
      LibraryUse.everything();
    }
  }

  /**
   * Defines new copies of the classes of this library and its tests; its parent has all other
   * classes.
   */
  private static final class Throwaway extends ClassLoader {

    private final boolean library;

    Throwaway(boolean library) {
      super(ClassLoadersTest.class.getClassLoader());
      this.library = library;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean own = library ? name.startsWith("dev.reprise.") : name.contains("ClassLoadersTest$");
      return own ? define(name) : super.loadClass(name, resolve);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
          if (in == null) {
            throw new ClassNotFoundException(name);
          }
          byte[] code = in.readAllBytes();
          return defineClass(name, code, 0, code.length);
        } catch (IOException unreadable) {
          throw new ClassNotFoundException(name, unreadable);
        }
      }
    }
  }

  private static WeakReference<ClassLoader> ran(Class<? extends Runnable> type, boolean library)
      throws Exception {
    Throwaway loader = new Throwaway(library);
    Runnable application =
        (Runnable) loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    assertEquals(loader, application.getClass().getClassLoader());
    Thread thread = new Thread(application);
    thread.setContextClassLoader(loader);
    thread.start();
    thread.join();
    return new WeakReference<>(loader);
  }

  @Test
  @Tag("proof")
  void the_timer_threads_keep_no_reference_to_the_application_that_first_needed_them()
      throws Exception {
    awaitNoThreads();
    WeakReference<ClassLoader> loader = ran(Application.class, false);
    // Both threads continue to run as long as tasks wait.
    Delayer.Scheduled later = Delayer.system().schedule(() -> {}, A_DAY);

    assertCollected(loader);
    later.cancel();
  }

  /** Waits until the threads of earlier tests have ended. */
  private static void awaitNoThreads() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("reprise-"))) {
      boolean unused = over.await(10, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  @Tag("proof")
  void a_library_that_an_application_contains_is_released_with_it() throws Exception {
    WeakReference<ClassLoader> loader = ran(WholeApplication.class, true);
    awaitNoThreads();

    assertCollected(loader);
  }

  private static void assertCollected(WeakReference<ClassLoader> loader) {
    for (int i = 0; i < 50 && !loader.refersTo(null); i++) {
      System.gc();
    }
    assertTrue(loader.refersTo(null), "the class loader is still reachable");
  }
}
