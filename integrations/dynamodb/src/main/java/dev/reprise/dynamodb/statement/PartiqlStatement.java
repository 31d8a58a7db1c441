package dev.reprise.dynamodb.statement;

import dev.reprise.text.PrintableText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A PartiQL statement for a single item, which it names by its whole key. Immutable; equal only to
 * itself.
 *
 * <p>A statement is a read if it begins with {@code SELECT}, and a write otherwise. A read may
 * always be repeated. A write is not sent again after its response was lost unless it is declared
 * {@linkplain #idempotent() idempotent}.
 */
public final class PartiqlStatement {

  private final String text;
  private final List<AttributeValue> parameters;
  private final boolean idempotent;
  private final boolean consistent;
  private final @Nullable Map<String, AttributeValue> inserted;

  private PartiqlStatement(
      String text,
      List<AttributeValue> parameters,
      boolean idempotent,
      boolean consistent,
      @Nullable Map<String, AttributeValue> inserted) {
    this.text = text;
    this.parameters = parameters;
    this.idempotent = idempotent;
    this.consistent = consistent;
    this.inserted = inserted;
  }

  /**
   * Creates a statement.
   *
   * @param text with a question mark for each parameter
   * @param parameters the parameters, in their order
   * @return the statement
   * @throws IllegalArgumentException if {@code text} is blank
   */
  public static PartiqlStatement of(String text, AttributeValue... parameters) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("statement must not be blank");
    }
    List<AttributeValue> given = List.of(parameters);
    return new PartiqlStatement(text, given, isRead(text), false, null);
  }

  /**
   * Creates an INSERT of an item, which the service refuses if the table has an item of its key. It
   * is idempotent: if its response is lost and the next attempt finds an equal item, it is done.
   *
   * @param table the table's name
   * @param item all its attributes
   * @return the statement
   * @throws IllegalArgumentException if {@code item} has no attributes
   */
  public static PartiqlStatement insert(String table, Map<String, AttributeValue> item) {
    if (item.isEmpty()) {
      throw new IllegalArgumentException("item must have attributes, but has none");
    }
    Map<String, AttributeValue> copy = Collections.unmodifiableMap(new LinkedHashMap<>(item));
    String names =
        copy.keySet().stream()
            .map(name -> "'" + name.replace("'", "''") + "': ?")
            .collect(Collectors.joining(", "));
    String text = "INSERT INTO \"" + table.replace("\"", "\"\"") + "\" VALUE {" + names + "}";
    return new PartiqlStatement(text, List.copyOf(copy.values()), true, false, copy);
  }

  private static boolean isRead(String text) {
    return text.strip().toUpperCase(Locale.ROOT).startsWith("SELECT");
  }

  /**
   * Declares that a second execution changes nothing, as for a {@code SET} to a value. The service
   * may still refuse a second attempt, if the condition of an {@code INSERT} or {@code DELETE}
   * fails because of the effect of the first. The statement is then dead, and its message says that
   * an earlier attempt may have carried it out.
   *
   * @return an idempotent copy
   */
  public PartiqlStatement idempotent() {
    return new PartiqlStatement(text, parameters, true, consistent, inserted);
  }

  /**
   * Reads consistently.
   *
   * @return a copy with consistent reads
   * @throws IllegalStateException if it is a write
   */
  public PartiqlStatement consistentRead() {
    if (!isRead()) {
      throw new IllegalStateException("consistentRead is for reads, but this is a write");
    }
    return new PartiqlStatement(text, parameters, true, true, null);
  }

  /**
   * Returns the text.
   *
   * @return as given
   */
  public String text() {
    return text;
  }

  /**
   * Returns the parameters.
   *
   * @return in their order; unmodifiable
   */
  public List<AttributeValue> parameters() {
    return parameters;
  }

  /**
   * Returns whether this is a read.
   *
   * @return true if it begins with {@code SELECT}
   */
  public boolean isRead() {
    return isRead(text);
  }

  /**
   * Returns whether it may be sent again although it may have been carried out.
   *
   * @return true for reads, inserts by {@link #insert} and statements declared idempotent
   */
  public boolean isIdempotent() {
    return idempotent;
  }

  /**
   * Returns whether this reads consistently.
   *
   * @return true after {@link #consistentRead()}
   */
  public boolean isConsistent() {
    return consistent;
  }

  /**
   * Returns the item of a statement that was created by {@link #insert}.
   *
   * @return the item; empty for other statements
   */
  public Optional<Map<String, AttributeValue>> inserted() {
    return Optional.ofNullable(inserted);
  }

  /**
   * Returns the text, without the parameters, which may be secrets.
   *
   * @return {@link #text()} on one line of bounded length
   */
  @Override
  public String toString() {
    return PrintableText.oneLine(text);
  }
}
