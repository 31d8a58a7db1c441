package shop;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

class OrderClient {

  private final FailsafeExecutor<String> executor = Failsafe.with(Policies.ORDERS);
  private final Server server;

  OrderClient(Server server) {
    this.server = server;
  }

  /** Throws only unchecked exceptions. */
  String find(String id) {
    return executor.get(() -> server.answer(id));
  }

  String attempts(String id) throws IOException {
    return executor.get(
        context -> context.getAttemptCount() + " retries: " + server.answer(id));
  }

  /** Returns the last answer, also if it is pending. */
  String state(String id) {
    return Failsafe.with(Policies.STATES).get(() -> server.state(id));
  }

  CompletableFuture<String> later(String id) {
    return executor.getAsync(() -> server.answer(id));
  }
}
