package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryPolicyClassLoadingTest {

  private static final AtomicBoolean INITIALISED = new AtomicBoolean();

  private static final String WATCHED =
      "retryOn=" + RetryPolicyClassLoadingTest.class.getName() + "$Watched";

  private final ClassLoader copying = new Copying();

  static final class Watched extends Exception {

    private static final long serialVersionUID = 1;

    static {
      INITIALISED.set(true);
    }
  }

  /** A loader with its own copy of the class above, and with a class that does not link. */
  private static final class Copying extends ClassLoader {

    Copying() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.equals("com.acme.Broken")) {
        throw new NoClassDefFoundError("com/acme/Parent");
      }
      if (!name.endsWith("$Watched")) {
        throw new ClassNotFoundException(name);
      }
      try (InputStream in = Watched.class.getResourceAsStream(fileOf(name))) {
        byte[] code = Objects.requireNonNull(in).readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    private static String fileOf(String name) {
      return "/" + name.replace('.', '/') + ".class";
    }
  }

  @Test
  void does_not_initialise_a_class() {
    RetryPolicy policy = RetryPolicy.parse(WATCHED);

    assertFalse(INITIALISED.get());
    assertTrue(policy.toString().endsWith(WATCHED), policy.toString());
  }

  @Test
  void uses_the_given_loader() {
    assertNotEquals(RetryPolicy.parse(WATCHED), RetryPolicy.parse(WATCHED, copying));
    assertEquals(RetryPolicy.parse(WATCHED, copying), RetryPolicy.parse(WATCHED, copying));
  }

  @Test
  void uses_the_context_loader_if_none_is_given() {
    assertEquals(RetryPolicy.parse(WATCHED, copying), parseInContext(copying));
  }

  @Test
  void uses_the_loader_of_this_library_if_there_is_no_other() {
    assertEquals(RetryPolicy.builder().retryOn(Watched.class).build(), parseInContext(null));
    assertEquals(RetryPolicy.parse(WATCHED), RetryPolicy.parse(WATCHED, null));
  }

  @Test
  void refuses_a_class_that_does_not_link_and_points_at_it() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> RetryPolicy.parse("retryOn=com.acme.Broken", copying));

    assertEquals(
        """
        there is no class com.acme.Broken (column 9)
          retryOn=com.acme.Broken
                  ^""",
        refused.getMessage());
  }

  @Test
  void refuses_arrays_primitives_and_other_classes() {
    for (String name : new String[] {"[Ljava.lang.Throwable;", "int", "java.lang.Object"}) {
      assertThrows(
          IllegalArgumentException.class, () -> RetryPolicy.parse("retryOn=" + name), name);
    }
  }

  private static RetryPolicy parseInContext(@Nullable ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return RetryPolicy.parse(WATCHED);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
