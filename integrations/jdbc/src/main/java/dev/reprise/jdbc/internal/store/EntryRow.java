package dev.reprise.jdbc.internal.store;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A key's row, and the time at which it was read. */
public record EntryRow(StoredEntry entry, long untilMicros, long forgetMicros, long nowMicros) {

  static EntryRow read(ResultSet row) throws SQLException {
    byte[] outcome = row.getBytes("outcome");
    long until = row.getLong("until_us");
    StoredEntry entry =
        new StoredEntry(
            Status.valueOf(row.getString("status")),
            row.getLong("token"),
            row.getString("fingerprint"),
            Micros.instant(row.getLong("since_us")),
            Micros.instant(until),
            Micros.duration(row.getLong("keep_us")),
            outcome == null ? null : StoredOutcome.of(outcome));
    return new EntryRow(entry, until, row.getLong("forget_us"), row.getLong("now_us"));
  }

  boolean isForgotten() {
    return forgetMicros <= nowMicros;
  }

  /** Returns whether the row was inserted by this transaction, to hold the key. */
  boolean isPlaceholder() {
    return entry.token() == 0;
  }

  /** The answer to a claim; null if it is to be granted. */
  public @Nullable Claim answer(ClaimRequest request) {
    if (isForgotten()) {
      return null;
    }
    if (!entry.fingerprint().equals(request.fingerprint())) {
      return new Claim.Mismatched();
    }
    StoredOutcome outcome = entry.outcome();
    if (outcome != null) {
      return new Claim.Completed(outcome, entry.since());
    }
    boolean live = entry.status() == Status.LEASED && nowMicros < untilMicros;
    return live ? new Claim.Held(Micros.duration(untilMicros - nowMicros)) : null;
  }
}
