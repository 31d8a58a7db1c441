package dev.reprise.jdbc.internal.store;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.jdbc.classify.SqlPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A view of a store in a transaction of the caller. */
public record TransactionView(StatementRunner sql, KeyOperations keys, String place)
    implements IdempotencyStore {

  public static IdempotencyStore of(Connection connection, KeyOperations keys, StoreCalls calls) {
    TransactionView view =
        new TransactionView(new StatementRunner(connection, 0), keys, calls.place());
    if (view.run("use the connection", sql -> sql.connection().getAutoCommit())) {
      throw new IllegalArgumentException("connection must have auto-commit off, but it is on");
    }
    return view;
  }

  @Override
  public Claim claim(String key, ClaimRequest request) {
    ArgumentChecks.checkKey(key);
    Objects.requireNonNull(request, "request");
    return run("claim a key", connected -> keys.claim(connected, key, request));
  }

  @Override
  public boolean renew(String key, long token, Duration lease) {
    ArgumentChecks.checkKey(key);
    ClaimRequest.checkDuration("lease", lease);
    return run("renew a lease", connected -> keys.renew(connected, key, token, lease));
  }

  @Override
  public boolean record(String key, long token, StoredOutcome outcome) {
    ArgumentChecks.checkKey(key);
    Objects.requireNonNull(outcome, "outcome");
    return run("record an outcome", connected -> keys.record(connected, key, token, outcome));
  }

  @Override
  public boolean release(String key, long token) {
    ArgumentChecks.checkKey(key);
    return run("release a key", connected -> keys.release(connected, key, token));
  }

  @Override
  public Optional<StoredEntry> find(String key) {
    ArgumentChecks.checkKey(key);
    return run("find a key", connected -> keys.known(connected, key));
  }

  @Override
  public int purge(int atMost) {
    ArgumentChecks.checkAtMost(atMost);
    return run("purge", connected -> keys.slots().purge(connected, atMost));
  }

  private <R extends @Nullable Object> R run(String action, StoreCalls.Work<R> work) {
    HeldInterrupt interrupts = new HeldInterrupt();
    interrupts.hold();
    try {
      return work.on(sql);
    } catch (SQLException failure) {
      throw new StoreCallException(action, place, failure, SqlPhase.IN_TRANSACTION);
    } finally {
      interrupts.restore();
    }
  }

  @Override
  public String toString() {
    return place + ", in a transaction";
  }
}
