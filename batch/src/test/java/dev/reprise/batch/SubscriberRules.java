package dev.reprise.batch;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** Calls the tests of the Reactive Streams TCK, which are written for TestNG. */
final class SubscriberRules {

  private static final long MOST_MILLIS = 30_000;
  private static final long SILENT_MILLIS = 20;

  private SubscriberRules() {}

  /** Returns the names of all tests of a verification. */
  static List<String> of(Class<?> verification) {
    return Arrays.stream(verification.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(java.lang.reflect.Method::getName)
        .distinct()
        .sorted()
        .toList();
  }

  /** Signals must arrive within half a minute, and none within 20 ms after the last one. */
  static TestEnvironment patient() {
    return new TestEnvironment(MOST_MILLIS, SILENT_MILLIS, SILENT_MILLIS, false);
  }

  /** For subscribers that never send an expected signal. */
  static TestEnvironment impatient() {
    return new TestEnvironment(SILENT_MILLIS, SILENT_MILLIS, SILENT_MILLIS, false);
  }

  /**
   * Calls a test.
   *
   * @return whether the test verified something; false if it was skipped
   */
  static boolean verify(FlowSubscriberBlackboxVerification<?> verification, String rule)
      throws Throwable {
    verification.startPublisherExecutorService();
    try {
      verification.setUp();
      return call(verification, rule);
    } finally {
      verification.shutdownPublisherExecutorService();
    }
  }

  /**
   * Calls a test.
   *
   * @return whether the test verified something; false if it was skipped
   */
  static boolean verify(FlowSubscriberWhiteboxVerification<?> verification, String rule)
      throws Throwable {
    verification.startPublisherExecutorService();
    try {
      verification.setUp();
      return call(verification, rule);
    } finally {
      verification.shutdownPublisherExecutorService();
    }
  }

  private static boolean call(Object verification, String rule) throws Throwable {
    try {
      verification.getClass().getMethod(rule).invoke(verification);
      return true;
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof SkipException) {
        return false;
      }
      throw thrown.getCause();
    }
  }
}
