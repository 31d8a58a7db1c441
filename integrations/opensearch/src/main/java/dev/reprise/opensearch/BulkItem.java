package dev.reprise.opensearch;

import dev.reprise.batch.journal.Fingerprint;
import dev.reprise.opensearch.internal.ActionLine;
import dev.reprise.opensearch.internal.Surrogates;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An action on one document. Documents are JSON texts that are sent as they are, except that line
 * breaks between their tokens become spaces, because the bulk API delimits documents by them, and
 * unpaired surrogates become their escapes, because UTF-8 does not have them.
 *
 * <pre>{@code
 * BulkItem index = BulkItem.index("42", "{\"amount\":7}");
 * BulkItem create = BulkItem.create("42", "{\"amount\":7}").in("orders-2026");
 * BulkItem update = BulkItem.update("42", "{\"amount\":8}");
 * BulkItem delete = BulkItem.delete("42").withRouting("customer-9");
 * BulkItem newer = BulkItem.index("42", "{\"amount\":7}").withExternalVersion(1_700_000_000L);
 * }</pre>
 *
 * <p>An item without an id, and one that {@linkplain #script runs a script}, is not idempotent:
 * sent twice, it has two effects. It is not sent again after a request with unknown effect.
 *
 * <p>Immutable, and equal by value.
 */
public final class BulkItem {

  /** Greatest length of an id in UTF-8: a longer one fails the whole request. */
  public static final int MAX_ID_BYTES = 512;

  private final BulkAction action;
  private final @Nullable String index;
  private final @Nullable String id;
  private final byte[] body;
  private final boolean script;
  private final @Nullable String routing;
  private final long version;
  private final byte[] line;

  private BulkItem(
      BulkAction action,
      @Nullable String index,
      @Nullable String id,
      byte[] body,
      boolean script,
      @Nullable String routing,
      long version) {
    this.action = action;
    this.index = index;
    this.id = id;
    this.body = body;
    this.script = script;
    this.routing = routing;
    this.version = version;
    line = ActionLine.of(action.toString(), index, id, routing, version);
  }

  private static BulkItem of(BulkAction action, @Nullable String id, byte[] body, boolean script) {
    return new BulkItem(action, null, id, body, script, null, -1);
  }

  /**
   * Creates an item that stores a document, in place of an existing one.
   *
   * @param id the id, from 1 to 512 bytes in UTF-8
   * @param document a JSON object
   * @return the item
   * @throws IllegalArgumentException if {@code id} is empty or too long or has an unpaired
   *     surrogate, or {@code document} is empty
   */
  public static BulkItem index(String id, String document) {
    return of(BulkAction.INDEX, checkedId(id), bytes(document), false);
  }

  /**
   * Creates an item that stores a document under an id that the server generates. Not idempotent.
   *
   * @param document a JSON object
   * @return the item
   * @throws IllegalArgumentException if {@code document} is empty
   */
  public static BulkItem indexWithoutId(String document) {
    return of(BulkAction.INDEX, null, bytes(document), false);
  }

  /**
   * Creates an item that stores a document whose id must not exist. If it exists, it was created by
   * an earlier attempt if one ended with unknown effect in this run; otherwise the item is dead.
   *
   * @param id the id, from 1 to 512 bytes in UTF-8
   * @param document a JSON object
   * @return the item
   * @throws IllegalArgumentException as for {@link #index}
   */
  public static BulkItem create(String id, String document) {
    return of(BulkAction.CREATE, checkedId(id), bytes(document), false);
  }

  /**
   * Creates an item that appends a document under an id that the server generates, as data streams
   * require. Not idempotent.
   *
   * @param document a JSON object
   * @return the item
   * @throws IllegalArgumentException if {@code document} is empty
   */
  public static BulkItem createWithoutId(String document) {
    return of(BulkAction.CREATE, null, bytes(document), false);
  }

  /**
   * Creates an item that merges fields into an existing document.
   *
   * @param id the id, from 1 to 512 bytes in UTF-8
   * @param fields a JSON object with the fields to change
   * @return the item
   * @throws IllegalArgumentException as for {@link #index}
   */
  public static BulkItem update(String id, String fields) {
    return of(BulkAction.UPDATE, checkedId(id), bytes("{\"doc\":" + fields(fields) + "}"), false);
  }

  /**
   * Creates an item with the whole body of an update, such as a script or an upsert. It counts as
   * not idempotent, since a script may add to a value.
   *
   * @param id the id, from 1 to 512 bytes in UTF-8
   * @param body a JSON object with {@code script}, {@code doc}, {@code upsert} and so on
   * @return the item
   * @throws IllegalArgumentException as for {@link #index}
   */
  public static BulkItem script(String id, String body) {
    return of(BulkAction.UPDATE, checkedId(id), bytes(body), true);
  }

  /**
   * Creates an item that removes a document. A document that does not exist counts as removed.
   *
   * @param id the id, from 1 to 512 bytes in UTF-8
   * @return the item
   * @throws IllegalArgumentException if {@code id} is empty or too long or has an unpaired
   *     surrogate
   */
  public static BulkItem delete(String id) {
    return of(BulkAction.DELETE, checkedId(id), new byte[0], false);
  }

  private static String checkedId(String id) {
    int bytes = paired("id", id).getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > MAX_ID_BYTES) {
      throw new IllegalArgumentException(
          "id must have 1 to " + MAX_ID_BYTES + " bytes in UTF-8, but had " + bytes);
    }
    return id;
  }

  private static String fields(String fields) {
    if (fields.isBlank()) {
      throw new IllegalArgumentException("fields must not be empty");
    }
    return fields;
  }

  private static byte[] bytes(String document) {
    if (document.isBlank()) {
      throw new IllegalArgumentException("document must not be empty");
    }
    byte[] bytes = Surrogates.escaped(document).getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n' || bytes[at] == '\r') {
        bytes[at] = ' ';
      }
    }
    return bytes;
  }

  /**
   * Sets the index, alias or data stream.
   *
   * @param name the name, in place of that of {@link OpenSearchBulk#toIndex}
   * @return a copy for this index
   * @throws IllegalArgumentException if {@code name} is empty or has an unpaired surrogate
   */
  public BulkItem in(String name) {
    return new BulkItem(action, notEmpty("index", name), id, body, script, routing, version);
  }

  /**
   * Sets the routing, which selects the shard.
   *
   * @param value the routing value
   * @return a copy with this routing
   * @throws IllegalArgumentException if {@code value} is empty or has an unpaired surrogate
   */
  public BulkItem withRouting(String value) {
    return new BulkItem(action, index, id, body, script, notEmpty("routing", value), version);
  }

  /**
   * Sets the version of a source, such as a sequence number or a time: the server ignores an item
   * whose version is not above that of the stored document. If it reports a conflict after an
   * attempt with unknown effect, the item is done; otherwise it is dead.
   *
   * @param number the version, at least 0
   * @return a copy with this version
   * @throws IllegalArgumentException if {@code number} is negative
   * @throws IllegalStateException if this item has no id, or is not of action index or delete
   */
  public BulkItem withExternalVersion(long number) {
    if (number < 0) {
      throw new IllegalArgumentException("version must be at least 0, but was " + number);
    }
    if (id == null || (action != BulkAction.INDEX && action != BulkAction.DELETE)) {
      throw new IllegalStateException(
          "an external version needs an id and the action index or delete, but this is " + this);
    }
    return new BulkItem(action, index, id, body, script, routing, number);
  }

  private static String notEmpty(String what, String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(what + " must not be empty");
    }
    return paired(what, value);
  }

  /** Refuses text that UTF-8 does not have, and that servers replace: two names may become one. */
  private static String paired(String what, String value) {
    if (Surrogates.isUnpairedIn(value)) {
      throw new IllegalArgumentException(what + " must not contain an unpaired surrogate");
    }
    return value;
  }

  /**
   * Returns the action.
   *
   * @return the action
   */
  public BulkAction action() {
    return action;
  }

  /**
   * Returns the index of this item.
   *
   * @return the index; empty for that of the request
   */
  public Optional<String> index() {
    return Optional.ofNullable(index);
  }

  /**
   * Returns the id.
   *
   * @return the id; empty if the server generates one
   */
  public Optional<String> id() {
    return Optional.ofNullable(id);
  }

  /**
   * Returns the document, or the body of an update.
   *
   * @return JSON in one line; empty for a delete
   */
  public Optional<String> body() {
    return action == BulkAction.DELETE
        ? Optional.empty()
        : Optional.of(new String(body, StandardCharsets.UTF_8));
  }

  /**
   * Returns the routing.
   *
   * @return the routing value; empty for none
   */
  public Optional<String> routing() {
    return Optional.ofNullable(routing);
  }

  /**
   * Returns the external version.
   *
   * @return the version; empty for none
   */
  public OptionalLong externalVersion() {
    return version < 0 ? OptionalLong.empty() : OptionalLong.of(version);
  }

  /**
   * Returns whether this item may be sent again after an attempt with unknown effect.
   *
   * @return false without an id, and for {@link #script}
   */
  public boolean isIdempotent() {
    return id != null && !script;
  }

  /**
   * Returns the length of this item in a request.
   *
   * @return bytes, at least 1
   */
  public long bytes() {
    return line.length + 1L + (action == BulkAction.DELETE ? 0 : body.length + 1L);
  }

  /**
   * Returns a number that represents the whole item, for {@link
   * dev.reprise.batch.Batch#journaledIn}.
   *
   * @return the same number for equal items, in every JVM
   */
  public long fingerprint() {
    return new Fingerprint().add(line).add(body).add(script ? 1 : 0).value();
  }

  /** Appends this item to the body of a request, and returns the position after it. */
  int appendTo(byte[] target, int from) {
    System.arraycopy(line, 0, target, from, line.length);
    int at = from + line.length;
    target[at++] = '\n';
    if (action != BulkAction.DELETE) {
      System.arraycopy(body, 0, target, at, body.length);
      at += body.length;
      target[at++] = '\n';
    }
    return at;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BulkItem that
        && script == that.script
        && Arrays.equals(line, that.line)
        && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(line), Arrays.hashCode(body));
  }

  /**
   * Returns the action line, without the document, which may contain any data.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return new String(line, StandardCharsets.UTF_8);
  }
}
