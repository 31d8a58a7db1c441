package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The store in memory, as it is by default, in a process with little of it. */
class SmallHeapTest {

  private static final int CALLS = 3_000;

  /** Serves many large outcomes, for the process of the test. */
  public static void main(String[] args) {
    OutcomeCodec<byte[]> codec = OutcomeCodec.bytes();
    IdempotencyGuard<byte[]> guard = IdempotencyGuard.of(new InMemoryIdempotencyStore(), codec);
    for (int call = 0; call < CALLS; call++) {
      IdempotencyKey key = IdempotencyKey.of("principal " + call % 10, "pay", "key " + call);
      guard.call(key, Fingerprint.none(), holder -> new byte[60_000]);
    }
    System.out.println("served " + CALLS);
  }

  @Test
  void serves_more_outcomes_than_fit_into_the_heap() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator,
                SmallHeapTest.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), "UTF-8");
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output).contains("served " + CALLS);
    } finally {
      process.destroyForcibly();
    }
  }
}
