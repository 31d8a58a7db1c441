package dev.reprise.jdbc.internal.store;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The row of a key, and the time at which it was read. */
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

  boolean isExpired() {
    return forgetMicros <= nowMicros;
  }

  /** Returns whether this transaction inserted the row, to lock the key. */
  boolean isPlaceholder() {
    return entry.token() == 0;
  }

  /** Returns the result of a claim; null if the claim is granted. */
  public @Nullable Claim refusal(ClaimRequest request) {
    if (isExpired()) {
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
