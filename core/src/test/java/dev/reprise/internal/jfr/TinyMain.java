package dev.reprise.internal.jfr;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A separate program: fails twice, then, if it has the path of a recording as argument, fails again
 * while it records.
 */
final class TinyMain {

  private TinyMain() {}

  public static void main(String[] arguments) throws IOException {
    Retry retry = Retry.of(RetryPolicy.parse("maxAttempts=2 backoff=none")).named("tiny");
    System.out.println("attempts " + attempts(retry));
    boolean present = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    System.out.println("jdk.jfr " + present);
    if (present) {
      record(retry, arguments);
    }
  }

  private static void record(Retry retry, String... arguments) throws IOException {
    System.out.println("initialised " + jdk.jfr.FlightRecorder.isInitialized());
    if (arguments.length == 0) {
      return;
    }
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.start();
      attempts(retry);
      recording.stop();
      recording.dump(Path.of(arguments[0]));
    }
  }

  private static int attempts(Retry retry) {
    return retry
        .execute(
            () -> {
              throw new IOException("down");
            })
        .attempts();
  }
}
