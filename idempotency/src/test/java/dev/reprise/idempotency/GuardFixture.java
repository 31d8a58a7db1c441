package dev.reprise.idempotency;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.GuardedOperation;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;

/** A guard in virtual time with a store in memory, and a second holder of its key. */
final class GuardFixture {

  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration KEEP_FOR = Duration.ofHours(1);
  static final IdempotencyKey KEY = IdempotencyKey.of("ann", "pay", "k-1");
  static final Fingerprint REQUEST = Fingerprint.of("10 EUR");

  final VirtualTime time = VirtualTime.seeded(1);
  final IdempotencyStore store = new InMemoryIdempotencyStore(100, time.wallClock());
  final IdempotencyGuard<String> guard =
      IdempotencyGuard.of(store, OutcomeCodec.string())
          .lease(LEASE)
          .keepFor(KEEP_FOR)
          .waitAtMost(Duration.ofSeconds(60))
          .withEnvironment(time);
  int executions;

  String run(Holder<String> holder) {
    executions++;
    return "receipt " + executions;
  }

  String call() {
    return call(this::run);
  }

  <X extends Throwable> String call(GuardedOperation<String, X> operation) throws X {
    return guard.call(KEY, REQUEST, operation);
  }

  GuardedResult<String> execute() {
    return guard.execute(KEY, REQUEST, this::run);
  }

  /** Claims the key for another process, and returns its token. */
  long heldByAnother() {
    Claim claim = store.claim(KEY.digest(), new ClaimRequest(REQUEST.digest(), LEASE, KEEP_FOR));
    return ((Claim.Granted) claim).token();
  }
}
