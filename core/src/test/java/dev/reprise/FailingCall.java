package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.function.Operation;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** A blocking call whose attempts all fail. */
final class FailingCall {

  private FailingCall() {}

  static void failsAfterThreeAttempts(String name, Retry bad) {
    IOException failure = new IOException("reset");
    AtomicInteger attempts = new AtomicInteger();
    Operation<String, IOException> failing =
        () -> {
          attempts.incrementAndGet();
          throw failure;
        };
    assertSame(failure, assertThrows(IOException.class, () -> bad.call(failing)), name);
    assertEquals(3, attempts.get(), name);
  }
}
