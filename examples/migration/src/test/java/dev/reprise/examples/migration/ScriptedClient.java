package dev.reprise.examples.migration;

import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;

/** A client with one outcome for each call; the last one repeats. */
public final class ScriptedClient implements OrderClient {

  private final ScriptedOperation<String> script = new ScriptedOperation<>(VirtualTime.seeded(1));

  public ScriptedClient fails(Throwable failure) {
    script.fails(failure);
    return this;
  }

  public ScriptedClient returns(String order) {
    script.returns(order);
    return this;
  }

  /** The thread is interrupted during the call, which then fails. */
  public ScriptedClient isInterruptedAndFails(IOException failure) {
    script.runs(
        () -> {
          Thread.currentThread().interrupt();
          throw failure;
        });
    return this;
  }

  public int calls() {
    return script.calls();
  }

  @Override
  public String find(String id) throws IOException {
    try {
      return script.call();
    } catch (Exception failure) {
      return ScriptedClient.<String, IOException>throwing(failure);
    }
  }

  /** Throws also what the client does not declare. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T, X extends Exception> T throwing(Exception failure) throws X {
    throw (X) failure;
  }
}
