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

/** Tests the default store in memory in a process with a small heap. */
class SmallHeapTest {

  private static final int CALLS = 3_000;

  /** Replays many large outcomes; the test starts this as a process. */
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
  void serves_more_outcomes_than_the_heap_can_hold() throws Exception {
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
