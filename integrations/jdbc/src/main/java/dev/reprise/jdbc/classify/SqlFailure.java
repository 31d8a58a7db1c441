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
 * @param category the category
 * @param database the database whose codes were used, or null if only the SQLState was used
 * @param rule the rule that matched, such as {@code postgresql 40P01}; a text for people
 * @param exception the exception that matched the rule, often not the outermost one
 * @param connecting true if the stack trace shows that a connection was being made
 * @param batch true if a batch failed, of which a part may have been executed
 */
public record SqlFailure(
    SqlCategory category,
    @Nullable SqlDatabase database,
    String rule,
    SQLException exception,
    boolean connecting,
    boolean batch) {

  /**
   * Checks the components.
   *
   * @param category the category
   * @param database the database whose codes were used, or null
   * @param rule the rule that matched
   * @param exception the exception that matched the rule
   * @param connecting true if a connection was being made
   * @param batch true if a batch failed
   * @throws NullPointerException if an argument other than {@code database} is null
   */
  public SqlFailure {
    Objects.requireNonNull(category, "category");
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(exception, "exception");
  }

  /**
   * The SQLState of the exception that matched the rule.
   *
   * @return usually five characters; null if there is none, as in SQLite
   */
  public @Nullable String sqlState() {
    return exception.getSQLState();
  }

  /**
   * The vendor code of the exception that matched the rule.
   *
   * @return the code; 0 if there is none
   */
  public int vendorCode() {
    return exception.getErrorCode();
  }

  /**
   * Returns whether data may have been changed. If a batch in auto-commit mode failed, some of its
   * statements may have been committed. A connection that could not be made during a commit was a
   * second one, so the outcome of the commit is unknown.
   *
   * @param phase the phase of the failure
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
   * @param phase the phase of the failure
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
