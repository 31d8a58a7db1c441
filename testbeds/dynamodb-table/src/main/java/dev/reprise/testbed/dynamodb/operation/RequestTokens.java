package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of transactions that succeeded in the last ten minutes, each with a digest of its
 * request. Transactions with tokens run one at a time, so none is in progress while another one is
 * checked.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-apis-txwriteitems">Idempotency,
 *     in the developer guide</a>
 */
final class RequestTokens {

  private static final long VALID_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Seen> seen = new LinkedHashMap<>();

  private record Seen(String digest, TransactionRules.Bill bill, long finishedAt) {}

  /** Runs the transaction of a new token, and the replacement for a known token. */
  TransactionRules.Bill once(
      String token,
      @Nullable JsonNode content,
      long now,
      Supplier<TransactionRules.Bill> first,
      UnaryOperator<TransactionRules.Bill> again) {
    String digest = digest(content);
    lock.lock();
    try {
      forgetUntil(now - VALID_NANOS);
      Seen earlier = seen.get(token);
      if (earlier == null) {
        TransactionRules.Bill bill = first.get();
        seen.put(token, new Seen(digest, bill, now));
        return bill;
      }
      if (!earlier.digest().equals(digest)) {
        throw ServiceError.idempotentMismatch();
      }
      return again.apply(earlier.bill());
    } finally {
      lock.unlock();
    }
  }

  private void forgetUntil(long tick) {
    Iterator<Seen> oldest = seen.values().iterator();
    while (oldest.hasNext() && oldest.next().finishedAt() - tick <= 0) {
      oldest.remove();
    }
  }

  /** Returns a digest that is independent of the order of members, which clients do not keep. */
  private static String digest(@Nullable JsonNode content) {
    try {
      byte[] bytes = content == null ? new byte[0] : Json.writeSorted(content);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
