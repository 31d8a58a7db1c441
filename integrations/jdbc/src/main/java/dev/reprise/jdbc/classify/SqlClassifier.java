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
 * Classifies database failures by SQLState and vendor code. The rules and their sources are a
 * table, shown on the page {@code sql-failures} of the reference. {@link #withStateRule} and {@link
 * #withCodeRule} add rules that precede it. Immutable and safe for use by any thread; equal by
 * value.
 *
 * <p>The first exception that matches a rule decides. The search begins with the outermost one and
 * continues with causes and next exceptions, 64 at most. So it finds the original error of a batch,
 * and the error behind PostgreSQL's 25P02. The class of an exception is used only if no rule
 * matches: drivers use the classes differently, and the driver of MariaDB reports a lost connection
 * as permanent.
 *
 * <p>As the {@link Classifier} of a policy it judges attempts of one statement that is committed
 * automatically. It is not for a procedure that commits, nor for a text of several statements: some
 * of them may have been executed although the verdict states no effect. Run these in a transaction,
 * or retry them only if they are idempotent. Only failures with an SQLException among their causes
 * are judged; other failures pass. An SQLException that matches no rule and no class is not
 * retried.
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
   * The classifier for any database. The driver that created an exception identifies the database.
   * If it cannot be identified, for example behind a proxy with its own exceptions, only SQLStates
   * with the same meaning in all databases are used.
   *
   * @return the classifier
   */
  public static SqlClassifier standard() {
    return STANDARD;
  }

  /**
   * The classifier for one database, regardless of the driver.
   *
   * @param database the database
   * @return the classifier
   */
  public static SqlClassifier forDatabase(SqlDatabase database) {
    return new SqlClassifier(Objects.requireNonNull(database, "database"), List.of());
  }

  /**
   * Adds a rule for an SQLState, which precedes the table. It replaces an earlier rule for the same
   * SQLState.
   *
   * @param sqlState the SQLState, or its first two characters for a whole class
   * @param category the category of such failures
   * @return a copy with this rule
   * @throws IllegalArgumentException if {@code sqlState} is not 5 or 2 digits and capital letters
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
   * Adds a rule for a vendor code, which precedes the table and rules for SQLStates. It replaces an
   * earlier rule for the same code.
   *
   * @param vendorCode the code of {@link SQLException#getErrorCode()}, any number except 0
   * @param category the category of such failures
   * @return a copy with this rule
   * @throws IllegalArgumentException if {@code vendorCode} is 0, which drivers use for no code
   */
  public SqlClassifier withCodeRule(int vendorCode, SqlCategory category) {
    if (vendorCode == 0) {
      throw new IllegalArgumentException("vendorCode must not be 0, which means no code");
    }
    return with(new FailureRule(CUSTOM, null, vendorCode, category, "", ""));
  }

  private SqlClassifier with(FailureRule rule) {
    Objects.requireNonNull(rule.category(), "category");
    List<FailureRule> rows = new ArrayList<>();
    rows.add(rule);
    for (FailureRule earlier : customRules) {
      if (!earlier.name().equals(rule.name())) {
        rows.add(earlier);
      }
    }
    rows.sort((one, other) -> other.precision() - one.precision());
    return new SqlClassifier(database, List.copyOf(rows));
  }

  /**
   * Classifies a failure.
   *
   * @param failure the exception that was thrown
   * @return the classified failure; empty if there is no SQLException among the failure, its causes
   *     and next exceptions, or if it is an {@link Error}
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
            match.rule,
            match.exception,
            chain.isConnecting(),
            chain.isBatch()));
  }

  /** A driver that reconnects inside a statement or a commit has lost the first connection. */
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
      FailureRule rule = rule(exception, known);
      if (rule != null && rule.category() != SqlCategory.FAILED_TRANSACTION) {
        return new Match(rule.category(), rule.name(), exception);
      }
      if (rule != null && consequence == null) {
        consequence = new Match(rule.category(), rule.name(), exception);
      }
    }
    if (consequence != null) {
      return consequence;
    }
    return chain.isExhaustedPool()
        ? new Match(SqlCategory.OVERLOAD, "exhausted pool", outermost)
        : matchClass(chain.exceptions());
  }

  private @Nullable FailureRule rule(SQLException exception, @Nullable SqlDatabase known) {
    for (FailureRule rule : customRules) {
      if (rule.matches(exception)) {
        return rule;
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
    return new Match(SqlCategory.UNRECOGNISED, "no rule", exceptions.get(0));
  }

  /**
   * Judges a failure.
   *
   * @param failure the exception that was thrown
   * @param phase the phase of the failure
   * @return retry or abort, with kind and effect; {@link Verdict#pass()} if {@link #diagnose}
   *     returns empty
   */
  public Verdict verdict(Throwable failure, SqlPhase phase) {
    Objects.requireNonNull(phase, "phase");
    return diagnose(failure).map(found -> found.verdict(phase)).orElseGet(Verdict::pass);
  }

  /**
   * Returns a classifier for attempts that can fail in only one phase.
   *
   * @param phase the phase of all failures
   * @return the classifier; results pass
   */
  public Classifier at(SqlPhase phase) {
    Objects.requireNonNull(phase, "phase");
    return outcome -> {
      Throwable failure = outcome.failureOrNull();
      return failure == null ? Verdict.pass() : verdict(failure, phase);
    };
  }

  /**
   * Classifies the outcome of a statement that is committed automatically.
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
    for (FailureRule rule : customRules) {
      text.append(", ").append(rule.name()).append(" as ").append(rule.category());
    }
    return text.append(')').toString();
  }

  private record Match(SqlCategory category, String rule, SQLException exception) {}
}
