package dev.reprise.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** A test as a project writes it, with the JUnit version of this module. */
class OrdersTest {

  @Test
  void this_project_has_the_expected_version_of_junit() {
    String jar = jarOf(Test.class).getPath();
    String expected = "junit-jupiter-api-" + System.getProperty("consumer.junit");
    assertTrue(jar.contains(expected), () -> jar + " is not " + expected);
  }

  @Test
  void retries_in_virtual_time() throws Exception {
    assertEquals("found", Fetch.run());
  }

  /** Virtual time, scripts and the listener do not need JUnit. */
  @Test
  void retries_in_virtual_time_without_junit() throws Exception {
    URL[] jars = {jarOf(Fetch.class), jarOf(Retry.class), jarOf(VirtualTime.class)};
    try (URLClassLoader bare = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
      Class<?> fetch = bare.loadClass(Fetch.class.getName());
      assertEquals("found", fetch.getMethod("run").invoke(null));
      assertThrows(
          ClassNotFoundException.class, () -> bare.loadClass("org.junit.jupiter.api.Test"));
    }
  }

  private static URL jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** Succeeds at the third attempt. */
  public static final class Fetch {

    private Fetch() {}

    public static String run() throws Exception {
      VirtualTime time = VirtualTime.seeded(1);
      RecordingListener listener = new RecordingListener();
      Retry retry = Retry.of(RetryPolicy.defaults()).withEnvironment(time).withListener(listener);
      ScriptedOperation<String> fetch =
          new ScriptedOperation<String>(time)
              .fails(new IOException("reset"))
              .fails(new IOException("reset"))
              .returns("found");

      String found = retry.call(fetch);

      listener.assertGrammar();
      return found;
    }
  }
}
