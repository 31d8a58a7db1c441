package dev.reprise.jdbc.classify;

import dev.reprise.classify.Classifier;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.text.PrintableText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Classifies failures of databases by SQLState and by the database's own code. What is known about
 * them is a table with its sources: the page {@code sql-failures} of the reference shows it, and
 * {@link #withStateRule} and {@link #withCodeRule} overrule it. Immutable and safe for threads;
 * equal by value.
 *
 * <p>The exception that decides is the first one with a row in the table, searched from the
 * outermost through causes and next exceptions, 64 at most. So the true error of a batch is found,
 * and the one behind PostgreSQL's 25P02. The class of an exception counts only where no row knows
 * any of them: drivers use the classes as they please, and MariaDB's calls a lost connection
 * permanent.
 *
 * <p>As the {@link Classifier} of a policy it is for attempts of one statement that commits by
 * itself, not for a procedure that commits nor for a text of several statements: their earlier part
 * may have been done, while the verdict says that nothing was. Put these into a transaction, or
 * retry them only if they are idempotent. Only failures with an SQLException among their causes are
 * judged; others pass. An SQLException that no row and no class knows is not retried.
 *
 * <pre>{@code
 * RetryPolicy policy =
 *     RetryPolicy.builder()
 *         .classifyWith("sql", SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL))
 *         .idempotency(Idempotency.NOT_IDEMPOTENT)
 *         .build();
 * }</pre>
 */
public final class SqlClassifier implements Classifier {

  private static final String CUSTOM = "custom";
  private static final SqlClassifier STANDARD = new SqlClassifier(null, List.of());

  private final @Nullable SqlDatabase database;
  private final List<FailureRule> customRules;

  private SqlClassifier(@Nullable SqlDatabase database, List<FailureRule> customRules) {
    this.database = database;
    this.customRules = customRules;
  }

  /**
   * For any database: the database of a failure is found by the driver that created it. Where that
   * cannot be seen, as behind a proxy that makes exceptions of its own, only SQLStates are read
   * that mean the same to all.
   *
   * @return the classifier
   */
  public static SqlClassifier standard() {
    return STANDARD;
  }

  /**
   * For one database, whichever driver created the exception.
   *
   * @param database the database
   * @return the classifier
   */
  public static SqlClassifier forDatabase(SqlDatabase database) {
    return new SqlClassifier(Objects.requireNonNull(database, "database"), List.of());
  }

  /**
   * Overrules the table for an SQLState. Of two such rules the later holds.
   *
   * @param sqlState the SQLState, or its first two characters for a whole class
   * @param category what it means
   * @return a copy with this rule
   * @throws IllegalArgumentException if {@code sqlState} has neither 5 nor 2 digits and capitals
   */
  public SqlClassifier withStateRule(String sqlState, SqlCategory category) {
    if (!sqlState.matches("[0-9A-Z]{2}([0-9A-Z]{3})?")) {
      throw new IllegalArgumentException(
          "SQLState must be 5 digits and capital letters, or 2 for a class, but was \""
              + PrintableText.oneLine(sqlState)
              + '"');
    }
    return with(new FailureRule(CUSTOM, sqlState, 0, category, "", ""));
  }

  /**
   * Overrules the table for a code of the database. Of two such rules the later holds, and a code
   * goes before an SQLState.
   *
   * @param vendorCode the code, as {@link SQLException#getErrorCode()} gives it
   * @param category what it means
   * @return a copy with this rule
   * @throws IllegalArgumentException if {@code vendorCode} is 0, which drivers use for no code
   */
  public SqlClassifier withCodeRule(int vendorCode, SqlCategory category) {
    if (vendorCode == 0) {
      throw new IllegalArgumentException("vendorCode must not be 0: that stands for no code");
    }
    return with(new FailureRule(CUSTOM, null, vendorCode, category, "", ""));
  }

  private SqlClassifier with(FailureRule row) {
    Objects.requireNonNull(row.category(), "category");
    List<FailureRule> rows = new ArrayList<>();
    rows.add(row);
    for (FailureRule earlier : customRules) {
      if (!earlier.name().equals(row.name())) {
        rows.add(earlier);
      }
    }
    rows.sort((one, other) -> other.precision() - one.precision());
    return new SqlClassifier(database, List.copyOf(rows));
  }

  /**
   * Finds out what a failure means.
   *
   * @param failure what was thrown
   * @return what it is, or empty if no SQLException is among it, its causes and next ones, or if it
   *     is an {@link Error}
   */
  public Optional<SqlFailure> diagnose(Throwable failure) {
    if (Failures.unwrap(failure) instanceof Error) {
      return Optional.empty();
    }
    ExceptionChain chain = new ExceptionChain(failure);
    if (chain.exceptions().isEmpty()) {
      return Optional.empty();
    }
    SqlDatabase known = database == null ? chain.database() : database;
    Match match = match(chain, known);
    return Optional.of(
        new SqlFailure(
            categoryOf(match, chain),
            known,
            match.row,
            match.exception,
            chain.isConnecting(),
            chain.isBatch()));
  }

  /** Who connects again inside a statement or a commit has lost the connection that sent it. */
  private static SqlCategory categoryOf(Match match, ExceptionChain chain) {
    return switch (match.category) {
      case CONNECTION_LOST ->
          chain.isConnecting() ? SqlCategory.NO_CONNECTION : SqlCategory.CONNECTION_LOST;
      case NO_CONNECTION, OVERLOAD ->
          chain.isReconnecting() ? SqlCategory.CONNECTION_LOST : match.category;
      default -> match.category;
    };
  }

  private Match match(ExceptionChain chain, @Nullable SqlDatabase known) {
    SQLException outermost = chain.exceptions().get(0);
    if (chain.isInterrupted()) {
      return new Match(SqlCategory.CANCELLED, "interrupted", outermost);
    }
    Match consequence = null;
    for (SQLException exception : chain.exceptions()) {
      FailureRule row = row(exception, known);
      if (row != null && row.category() != SqlCategory.FAILED_TRANSACTION) {
        return new Match(row.category(), row.name(), exception);
      }
      if (row != null && consequence == null) {
        consequence = new Match(row.category(), row.name(), exception);
      }
    }
    if (consequence != null) {
      return consequence;
    }
    return chain.isExhaustedPool()
        ? new Match(SqlCategory.OVERLOAD, "exhausted pool", outermost)
        : matchClass(chain.exceptions());
  }

  private @Nullable FailureRule row(SQLException exception, @Nullable SqlDatabase known) {
    for (FailureRule row : customRules) {
      if (row.matches(exception)) {
        return row;
      }
    }
    return FailureTable.standard().find(known, exception);
  }

  private static Match matchClass(List<SQLException> exceptions) {
    for (SQLException exception : exceptions) {
      SqlCategory category = ExceptionClasses.categoryOf(exception);
      if (category != SqlCategory.UNRECOGNISED) {
        return new Match(category, exception.getClass().getSimpleName(), exception);
      }
    }
    return new Match(SqlCategory.UNRECOGNISED, "no row", exceptions.get(0));
  }

  /**
   * Judges a failure.
   *
   * @param failure what was thrown
   * @param phase what was going on
   * @return retry or abort, with kind and effect; {@link Verdict#pass()} where {@link #diagnose}
   *     finds nothing
   */
  public Verdict verdict(Throwable failure, SqlPhase phase) {
    Objects.requireNonNull(phase, "phase");
    return diagnose(failure).map(found -> found.verdict(phase)).orElseGet(Verdict::pass);
  }

  /**
   * The classifier for a policy of attempts that fail in one phase only.
   *
   * @param phase what is going on in an attempt
   * @return the classifier; it passes on results
   */
  public Classifier at(SqlPhase phase) {
    Objects.requireNonNull(phase, "phase");
    return outcome -> {
      Throwable failure = outcome.failureOrNull();
      return failure == null ? Verdict.pass() : verdict(failure, phase);
    };
  }

  /**
   * Classifies the outcome of a statement that commits by itself.
   *
   * @param outcome the outcome of the attempt
   * @return the verdict in {@link SqlPhase#AUTO_COMMIT}; results pass
   */
  @Override
  public Verdict classify(Outcome<?> outcome) {
    return at(SqlPhase.AUTO_COMMIT).classify(outcome);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SqlClassifier that
        && database == that.database
        && customRules.equals(that.customRules);
  }

  @Override
  public int hashCode() {
    return Objects.hash(database, customRules);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("SqlClassifier(");
    text.append(database == null ? "any database" : database);
    for (FailureRule row : customRules) {
      text.append(", ").append(row.name()).append(" as ").append(row.category());
    }
    return text.append(')').toString();
  }

  private record Match(SqlCategory category, String row, SQLException exception) {}
}
