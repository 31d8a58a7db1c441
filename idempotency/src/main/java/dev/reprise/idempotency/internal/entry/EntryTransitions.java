package dev.reprise.idempotency.internal.entry;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** State transitions of entries: the table of {@link IdempotencyStore} as pure functions. */
public final class EntryTransitions {

  private EntryTransitions() {}

  /** Returns the result of a claim for this entry; null if the claim is granted. */
  public static @Nullable Claim refusal(
      @Nullable StoredEntry entry, ClaimRequest request, Instant now) {
    if (entry == null || isExpired(entry, now)) {
      return null;
    }
    if (!entry.fingerprint().equals(request.fingerprint())) {
      return new Claim.Mismatched();
    }
    StoredOutcome outcome = entry.outcome();
    if (outcome != null) {
      return new Claim.Completed(outcome, entry.since());
    }
    return isLive(entry, now) ? new Claim.Held(Duration.between(now, entry.until())) : null;
  }

  public static StoredEntry leased(ClaimRequest request, long token, Instant now) {
    return new StoredEntry(
        Status.LEASED,
        token,
        request.fingerprint(),
        now,
        now.plus(request.lease()),
        request.keepFor(),
        null,
        request.owner());
  }

  /** Returns whether the holder of this token may renew, record and release. */
  public static boolean isHeldBy(@Nullable StoredEntry entry, long token, Instant now) {
    return entry != null
        && entry.status() == Status.LEASED
        && entry.token() == token
        && !isExpired(entry, now);
  }

  public static StoredEntry renewed(StoredEntry entry, Duration lease, Instant now) {
    return new StoredEntry(
        Status.LEASED,
        entry.token(),
        entry.fingerprint(),
        now,
        now.plus(lease),
        entry.keepFor(),
        null,
        entry.owner());
  }

  /** Returns a completed entry if there is an outcome, otherwise a released one. */
  public static StoredEntry settled(
      StoredEntry entry, @Nullable StoredOutcome outcome, Instant now) {
    return new StoredEntry(
        outcome == null ? Status.RELEASED : Status.COMPLETED,
        entry.token(),
        entry.fingerprint(),
        now,
        now.plus(entry.keepFor()),
        entry.keepFor(),
        outcome,
        entry.owner());
  }

  /** Returns whether the entry has a running lease. */
  public static boolean isLive(StoredEntry entry, Instant now) {
    return entry.status() == Status.LEASED && now.isBefore(entry.until());
  }

  /** Returns whether the entry is past its retention. */
  public static boolean isExpired(StoredEntry entry, Instant now) {
    Instant retentionEnd =
        entry.status() == Status.LEASED ? entry.until().plus(entry.keepFor()) : entry.until();
    return !now.isBefore(retentionEnd);
  }
}
