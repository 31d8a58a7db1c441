package dev.reprise.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The code that the Javadoc of this module shows: it has to compile. */
interface JavadocSnippets {

  record Order(String name) {}

  static void recorded(Retry retry, Operation<String, IOException> operation) throws IOException {
    RecordingListener recorder = new RecordingListener();
    String page = retry.withListener(recorder).call(operation);
    assertEquals(List.of(Duration.ofMillis(100)), recorder.delays());
    recorder.assertGrammar();
    assertEquals("page", page);
  }

  static String scripted(Retry retry, VirtualTime time) throws Exception {
    ScriptedOperation<String> fetch =
        new ScriptedOperation<String>(time)
            .fails(new IOException("reset"))
            .takes(Duration.ofMillis(30))
            .returns("page");

    String page = retry.call(fetch);
    CompletableFuture<String> later = retry.callAsync(fetch::stage);

    return page + time.await(later).join();
  }

  static String virtual(
      RetryPolicy policy,
      Operation<String, IOException> operation,
      Operation<CompletableFuture<String>, IOException> stages)
      throws IOException {
    VirtualTime time = VirtualTime.seeded(1);
    Retry retry = Retry.of(policy).withEnvironment(time);

    String page = retry.call(operation);
    String later = time.await(retry.callAsync(stages)).join();

    return page + later;
  }

  static void printable() {
    UntrustedText.assertPrintable(name -> new Order(name).toString());
  }

  static void inEveryShape(
      Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    for (CallShape shape : CallShape.all()) {
      CallObservation seen = shape.observe(retry, operation, time);
      assertEquals(StopReason.SUCCEEDED, seen.stopReason(), shape.name());
    }
  }
}
