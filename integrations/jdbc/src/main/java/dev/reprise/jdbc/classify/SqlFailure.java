package dev.reprise.jdbc.classify;

import dev.reprise.classify.Effect;
import dev.reprise.classify.Verdict;
import dev.reprise.text.PrintableText;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A classified failure of a database.
 *
 * @param category what it means
 * @param database whose codes were read, or null if only the SQLState was
 * @param rule what decided, such as {@code postgresql 40P01}; a text for people
 * @param exception the exception that decided, often not the outermost one
 * @param connecting whether its stack trace shows that a connection was being made
 * @param batch whether it is about a batch, of which a part may have been done
 */
public record SqlFailure(
    SqlCategory category,
    @Nullable SqlDatabase database,
    String rule,
    SQLException exception,
    boolean connecting,
    boolean batch) {

  /**
   * Checks that nothing but the database is null.
   *
   * @param category what it means
   * @param database whose codes were read, or null if only the SQLState was
   * @param rule what decided
   * @param exception the exception that decided
   * @param connecting whether a connection was being made
   * @param batch whether it is about a batch
   * @throws NullPointerException if another argument is null
   */
  public SqlFailure {
    Objects.requireNonNull(category, "category");
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(exception, "exception");
  }

  /**
   * The SQLState of the exception that decided.
   *
   * @return five characters as a rule, or null: SQLite has none
   */
  public @Nullable String sqlState() {
    return exception.getSQLState();
  }

  /**
   * The database's own code in the exception that decided.
   *
   * @return the code, 0 if it has none
   */
  public int vendorCode() {
    return exception.getErrorCode();
  }

  /**
   * Returns whether something may have been changed. Of a batch that committed statement by
   * statement, some may have been. A connection that could not be made during a commit was a second
   * one, and says nothing of the commit.
   *
   * @param phase when the failure came
   * @return the effect, given that an open transaction is rolled back
   */
  public Effect effect(SqlPhase phase) {
    return switch (phase) {
      case CONNECTING, IN_TRANSACTION -> category.effect(phase);
      case COMMITTING -> connecting ? Effect.UNKNOWN : category.effect(phase);
      case AUTO_COMMIT -> inAutoCommit();
    };
  }

  private Effect inAutoCommit() {
    if (connecting) {
      return Effect.NONE;
    }
    return batch ? Effect.UNKNOWN : category.effect(SqlPhase.AUTO_COMMIT);
  }

  /**
   * The verdict of this failure for a policy.
   *
   * @param phase when the failure came
   * @return retry or abort, with kind and effect
   */
  public Verdict verdict(SqlPhase phase) {
    Verdict verdict = category.isRetryable() ? Verdict.retry() : Verdict.abort();
    return verdict.withKind(category.kind()).withEffect(effect(phase));
  }

  @Override
  public String toString() {
    return category + " (" + rule + "): " + PrintableText.oneLine(exception.toString());
  }
}
