package dev.reprise.dynamodb.transaction;

import dev.reprise.dynamodb.write.ItemWrite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Writes that are carried out together or not at all: 1 to 100 puts, deletes, updates and condition
 * checks of different items, in one or several tables of the same account and region. Immutable;
 * equal only to itself.
 *
 * <p>Each transaction has a token, which is sent with every attempt. If the response of an attempt
 * was lost, the service recognizes the next attempt by the token and does not carry the transaction
 * out twice ("Idempotency" in the developer guide of DynamoDB). A transaction that is sent again
 * within ten minutes after it was carried out has no effect. To carry out the same writes twice,
 * create two transactions.
 */
public final class WriteTransaction {

  private static final int MAX_WRITES = 100;
  private static final int MAX_TOKEN_LENGTH = 36;

  /** Each an {@link ItemWrite} of the batch's table, or a {@link TransactWriteItem}. */
  private final List<Object> parts;

  private final String token;

  private WriteTransaction(List<Object> parts, String token) {
    this.parts = List.copyOf(parts);
    this.token = token;
  }

  /**
   * Creates a transaction of writes of the batch's own table.
   *
   * @param writes 1 to 100; if a condition of one of them does not hold, none is carried out
   * @return the transaction
   * @throws IllegalArgumentException if there are none, or more than 100
   */
  public static WriteTransaction of(Collection<ItemWrite> writes) {
    Builder builder = builder();
    writes.forEach(builder::add);
    return builder.build();
  }

  /**
   * Creates a builder.
   *
   * @return a builder without writes
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the number of writes and checks.
   *
   * @return 1 to 100
   */
  public int size() {
    return parts.size();
  }

  /**
   * Returns the token by which the service recognizes another attempt of this transaction.
   *
   * @return its ClientRequestToken
   */
  public String token() {
    return token;
  }

  /**
   * Converts the writes, in the order in which they were added.
   *
   * @param <R> type of the results
   * @param ofWrite converts a write of the batch's own table
   * @param ofItem converts an item of the SDK
   * @return the results; unmodifiable
   * @throws NullPointerException if a function returns null
   */
  public <R> List<R> map(
      Function<? super ItemWrite, ? extends R> ofWrite,
      Function<? super TransactWriteItem, ? extends R> ofItem) {
    List<R> results = new ArrayList<>(parts.size());
    for (Object part : parts) {
      results.add(
          part instanceof ItemWrite write
              ? ofWrite.apply(write)
              : ofItem.apply((TransactWriteItem) part));
    }
    return List.copyOf(results);
  }

  /**
   * Returns the number of writes, without their items, which may be secret.
   *
   * @return such as {@code transaction of 3 writes}
   */
  @Override
  public String toString() {
    return "transaction of " + parts.size() + (parts.size() == 1 ? " write" : " writes");
  }

  /** Builder of a {@link WriteTransaction}. Not thread-safe. */
  public static final class Builder {

    private final List<Object> parts = new ArrayList<>();
    private @Nullable String token;

    private Builder() {}

    /**
     * Adds a write of the batch's own table.
     *
     * @param write the put or delete, with its condition
     * @return this builder
     */
    public Builder add(ItemWrite write) {
      parts.add(Objects.requireNonNull(write, "write"));
      return this;
    }

    /**
     * Adds a put, delete, update or condition check of the SDK, of the table that it names.
     *
     * @param item sent unchanged
     * @return this builder
     */
    public Builder add(TransactWriteItem item) {
      parts.add(Objects.requireNonNull(item, "item"));
      return this;
    }

    /**
     * Sets the token. Default: a random UUID. With a token that is derived from the input, a run
     * that is repeated within ten minutes does not carry out the same transaction twice.
     *
     * @param clientRequestToken 1 to 36 characters, of no other transaction
     * @return this builder
     * @throws IllegalArgumentException if it is empty or longer
     */
    public Builder token(String clientRequestToken) {
      int length = clientRequestToken.length();
      if (length < 1 || length > MAX_TOKEN_LENGTH) {
        throw new IllegalArgumentException(
            "token must be 1 to " + MAX_TOKEN_LENGTH + " characters, but was " + length);
      }
      token = clientRequestToken;
      return this;
    }

    /**
     * Creates the transaction, with a random token unless one was set.
     *
     * @return the transaction
     * @throws IllegalArgumentException if it has no writes, or more than 100
     */
    public WriteTransaction build() {
      if (parts.isEmpty() || parts.size() > MAX_WRITES) {
        throw new IllegalArgumentException(
            "writes of a transaction must be 1 to " + MAX_WRITES + ", but were " + parts.size());
      }
      return new WriteTransaction(parts, token == null ? UUID.randomUUID().toString() : token);
    }
  }
}
