package dev.reprise.idempotency.store;

import java.time.Duration;
import java.util.Optional;

/**
 * Remembers, for each key, its holder and its outcome. Test a store of your own with {@code
 * IdempotencyStoreContract} of {@code dev.reprise.idempotency.testing}.
 *
 * <p>A key is <i>absent</i>, <i>leased</i> to the holder of a token, <i>released</i>, or
 * <i>completed</i> with an outcome:
 *
 * <table>
 *   <caption>What each call does to each state</caption>
 *   <tr><th></th><th>absent</th><th>leased</th><th>released</th><th>completed</th></tr>
 *   <tr><th>claim</th><td>leased</td><td>held; leased anew once the lease has ended</td>
 *       <td>leased</td><td>returns the outcome</td></tr>
 *   <tr><th>renew</th><td>false</td><td>a new lease</td><td>false</td><td>false</td></tr>
 *   <tr><th>record</th><td>false</td><td>completed</td><td>false</td><td>false</td></tr>
 *   <tr><th>release</th><td>false</td><td>released</td><td>false</td><td>false</td></tr>
 * </table>
 *
 * <p>{@code renew}, {@code record} and {@code release} change a leased key only for the token that
 * it is leased to; for any other they answer false and change nothing. A lease that has ended, but
 * that nobody has taken over, is still its holder's: there is no newer token that its outcome could
 * contradict.
 *
 * <p><b>Atomicity.</b> Each call is one atomic step for its key, towards all threads and processes
 * that share the store: it reads the state, decides, and writes as if nothing came between. In SQL
 * each is one statement with the condition in its {@code WHERE}, or one transaction with the row
 * locked. What a call has answered is durable as far as the store promises durability.
 *
 * <p><b>Tokens.</b> {@code claim} grants a token that is greater than every token that it granted
 * for this key before, also after the key was released, taken over, completed, forgotten for its
 * age or its number, and after a restart. A counter for the whole store, such as an SQL sequence,
 * has that property; a counter in the key's own row has not, for the row is deleted.
 *
 * <p><b>Fingerprints.</b> A key belongs to the first fingerprint it was claimed with until it is
 * forgotten, released or not. Claims with another one are answered {@link Claim.Mismatched}.
 *
 * <p><b>Age.</b> A completed or released key is absent once {@code keepFor} has passed since then,
 * a leased one once {@code keepFor} has passed since its lease ended, whether {@link #purge} has
 * run or not.
 *
 * <p><b>Number.</b> A bounded store makes room for a new key by forgetting those that are too old,
 * then the oldest that are completed or released, then the one whose lease ended longest ago. A
 * lease that runs is never forgotten; if nothing else is left, {@code claim} throws {@link
 * StoreFullException}. A store that keeps owners forgets the oldest key of the owner of most, one
 * by one, so that no principal loses a key to another that has more.
 *
 * <p><b>Time</b> is the store's own: leases and ages are given as durations, so that all processes
 * are judged by one clock where there is one.
 *
 * <p><b>Transactions.</b> A store on a database should offer a view of itself that works through a
 * transaction of the caller. Recorded through it, outcome and effect are committed together or not
 * at all: the one case in which an effect happens exactly once.
 *
 * <p>Keys reach a store as digests, so it learns neither keys nor principals. All methods are safe
 * for use by any thread, take no null, and ignore the interrupt flag of the calling thread, which
 * they leave unchanged: an outcome must not be lost because its thread was interrupted.
 */
public interface IdempotencyStore {

  /**
   * Asks for a key.
   *
   * @param key digest of the scoped key: 64 lower-case hexadecimal digits
   * @param request fingerprint, lease and age limit
   * @return a token, or why there is none
   * @throws StoreFullException if the key is new and no place can be freed
   * @throws IdempotencyStoreException if the store fails; the key may be leased then
   */
  Claim claim(String key, ClaimRequest request);

  /**
   * Begins the lease again.
   *
   * @param key digest of the scoped key
   * @param token the holder's
   * @param lease how long from now, more than zero
   * @return whether the key is still leased to this token
   * @throws IdempotencyStoreException if the store fails
   */
  boolean renew(String key, long token, Duration lease);

  /**
   * Completes a key with its outcome. Of all calls for one key at most one answers true, until the
   * key is forgotten.
   *
   * @param key digest of the scoped key
   * @param token the holder's
   * @param outcome what to answer later claims with
   * @return whether the key was leased to this token, and the outcome is recorded
   * @throws IllegalArgumentException if the outcome is longer than {@link #maxOutcomeBytes()}
   * @throws IdempotencyStoreException if the store fails; the outcome may be recorded then
   */
  boolean record(String key, long token, StoredOutcome outcome);

  /**
   * Gives a key back without an outcome, so that the next claim is granted at once.
   *
   * @param key digest of the scoped key
   * @param token the holder's
   * @return whether the key was leased to this token
   * @throws IdempotencyStoreException if the store fails
   */
  boolean release(String key, long token);

  /**
   * The size of the greatest outcome that {@link #record} takes. The guard records a mark in place
   * of a greater one, so that the operation is not run again.
   *
   * @return a number of bytes; {@link Integer#MAX_VALUE} unless the store says less
   */
  default int maxOutcomeBytes() {
    return Integer.MAX_VALUE;
  }

  /**
   * Looks a key up and changes nothing.
   *
   * @param key digest of the scoped key
   * @return what is known of it; empty if it is absent
   * @throws IdempotencyStoreException if the store fails
   */
  Optional<StoredEntry> find(String key);

  /**
   * Removes keys that are too old. To be called now and then, so that old outcomes do not lie about
   * until a full store needs their place.
   *
   * @param atMost how many to remove at most, at least 1: a bound on the work of one call
   * @return how many were removed; fewer than {@code atMost} mean that no more were found
   * @throws IllegalArgumentException if {@code atMost} is below 1
   * @throws IdempotencyStoreException if the store fails
   */
  int purge(int atMost);
}
