package dev.reprise.idempotency.store;

import java.time.Duration;
import java.util.Optional;

/**
 * A store of the holder and the outcome of each key. Test your own store with {@code
 * IdempotencyStoreContract} of {@code dev.reprise.idempotency.testing}.
 *
 * <p>A key is <i>absent</i>, <i>leased</i> to the holder of a token, <i>released</i>, or
 * <i>completed</i> with an outcome:
 *
 * <table>
 *   <caption>Effect of each call in each state</caption>
 *   <tr><th></th><th>absent</th><th>leased</th><th>released</th><th>completed</th></tr>
 *   <tr><th>claim</th><td>leased</td><td>held; leased again after the lease has ended</td>
 *       <td>leased</td><td>returns the outcome</td></tr>
 *   <tr><th>renew</th><td>false</td><td>a new lease</td><td>false</td><td>false</td></tr>
 *   <tr><th>record</th><td>false</td><td>completed</td><td>false</td><td>false</td></tr>
 *   <tr><th>release</th><td>false</td><td>released</td><td>false</td><td>false</td></tr>
 * </table>
 *
 * <p>{@code renew}, {@code record} and {@code release} change a leased key only for the token to
 * which it is leased. For any other token they return false and have no effect. A lease that has
 * ended belongs to its holder until a different call claims the key: until then there is no newer
 * token, so its outcome cannot contradict a newer one.
 *
 * <p><b>Atomicity.</b> Each call is one atomic step for its key, for all threads and processes that
 * share the store: no other call for this key takes effect between its reads and its writes. In SQL
 * each call is one statement with the condition in its {@code WHERE} clause, or one transaction
 * with a locked row. The effect of a call that has returned is as durable as the store guarantees.
 *
 * <p><b>Tokens.</b> {@code claim} grants a token that is greater than every earlier token of this
 * key, also after the key was released, claimed again, completed, purged or evicted, and after a
 * restart. A counter for the whole store, such as an SQL sequence, has this property. A counter in
 * the row of the key does not, since the row is deleted.
 *
 * <p><b>Fingerprints.</b> A key belongs to the fingerprint of its first claim until its retention
 * ends, even if it is released. A claim with a different fingerprint returns {@link
 * Claim.Mismatched}.
 *
 * <p><b>Retention.</b> A completed or released key is absent {@code keepFor} after its completion
 * or release, and a leased key {@code keepFor} after the end of its lease, even if {@link #purge}
 * was not called.
 *
 * <p><b>Capacity.</b> A full store evicts keys to make room for a new one: first keys past their
 * retention, then the oldest keys that are completed or released, then the key whose lease ended
 * longest ago. A key with a running lease is never evicted; if there are only such keys, {@code
 * claim} throws {@link StoreFullException}. A store that records owners evicts the oldest key of
 * the owner with the most keys, one by one, so that no principal loses a key to one with more keys.
 *
 * <p><b>Time</b> is measured by the store. Leases and retentions are passed as durations, so that
 * one clock applies to all processes if the store has one.
 *
 * <p><b>Transactions.</b> A store in a database should offer a view of itself in a transaction of
 * the caller. An outcome that is recorded through this view is committed together with the effect,
 * or not at all. Only then does an effect happen exactly once.
 *
 * <p>A store gets digests, and never keys or principals. All methods are safe for use by any
 * thread, reject null, and ignore the interrupt flag of the calling thread, which stays unchanged:
 * an interrupt must not cause the loss of an outcome.
 */
public interface IdempotencyStore {

  /**
   * Claims a key.
   *
   * @param key digest of the scoped key: 64 lower-case hexadecimal digits
   * @param request fingerprint, lease, retention and owner
   * @return a token, or the reason why none is granted
   * @throws StoreFullException if the key is new and no key can be evicted
   * @throws IdempotencyStoreException if the store fails; the key may then be leased
   */
  Claim claim(String key, ClaimRequest request);

  /**
   * Restarts the lease.
   *
   * @param key digest of the scoped key
   * @param token the token of the holder, as granted; any number is legal
   * @param lease the new lease from now, more than zero, at most 10,000 days
   * @return true if the key is still leased to this token
   * @throws IdempotencyStoreException if the store fails
   */
  boolean renew(String key, long token, Duration lease);

  /**
   * Completes a key with its outcome. Until the retention of the key ends, at most one of all calls
   * for it returns true.
   *
   * @param key digest of the scoped key
   * @param token the token of the holder, as granted; any number is legal
   * @param outcome the outcome that later claims return
   * @return true if the key was leased to this token; the outcome is then recorded
   * @throws IllegalArgumentException if the outcome is longer than {@link #maxOutcomeBytes()}
   * @throws IdempotencyStoreException if the store fails; the outcome may then be recorded
   */
  boolean record(String key, long token, StoredOutcome outcome);

  /**
   * Releases a key without an outcome, so that the next claim is granted at once.
   *
   * @param key digest of the scoped key
   * @param token the token of the holder, as granted; any number is legal
   * @return true if the key was leased to this token
   * @throws IdempotencyStoreException if the store fails
   */
  boolean release(String key, long token);

  /**
   * The maximum size of an outcome that {@link #record} accepts. The guard records a marker in
   * place of a larger one, so that the operation is not run again.
   *
   * @return a number of bytes, at least 0; {@link Integer#MAX_VALUE} by default
   */
  default int maxOutcomeBytes() {
    return Integer.MAX_VALUE;
  }

  /**
   * Returns the entry of a key without changing it.
   *
   * @param key digest of the scoped key
   * @return the entry; empty if the key is absent
   * @throws IdempotencyStoreException if the store fails
   */
  Optional<StoredEntry> find(String key);

  /**
   * Deletes keys past their retention. Call it regularly, so that old outcomes do not use space
   * until the store is full.
   *
   * @param atMost maximum number of keys that this call deletes, at least 1
   * @return the number of deleted keys; if it is less than {@code atMost}, no further keys were
   *     found
   * @throws IllegalArgumentException if {@code atMost} is below 1
   * @throws IdempotencyStoreException if the store fails
   */
  int purge(int atMost);
}
