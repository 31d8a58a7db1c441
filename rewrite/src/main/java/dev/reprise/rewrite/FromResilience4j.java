package dev.reprise.rewrite;

import dev.reprise.rewrite.internal.Migration;
import dev.reprise.rewrite.internal.Peer;
import dev.reprise.rewrite.internal.SourceTranslation;
import dev.reprise.rewrite.internal.Survey;
import dev.reprise.rewrite.internal.resilience4j.Configuration;
import dev.reprise.rewrite.internal.resilience4j.Resilience4jTranslation;
import org.openrewrite.ExecutionContext;
import org.openrewrite.SourceFile;

/**
 * Moves a project from Resilience4j Retry 2 to Reprise: configuration in code, calls, annotations,
 * the properties of Spring Boot and the dependencies. A file that uses something without a
 * counterpart stays as it is, with a comment that names it.
 */
public final class FromResilience4j extends Migration {

  /** Creates the recipe. */
  public FromResilience4j() {}

  @Override
  public String getDisplayName() {
    return "Move from Resilience4j Retry to Reprise";
  }

  @Override
  public String getDescription() {
    return "Replaces configurations, calls and annotations of Resilience4j Retry 2, the properties"
        + " of its Spring Boot starter and the Maven dependencies by those of Reprise. Comments"
        + " name what differs in meaning and what was left unchanged.";
  }

  @Override
  protected Peer peer() {
    return Resilience4jTranslation.RESILIENCE4J;
  }

  @Override
  protected SourceTranslation translation(Survey survey) {
    return new Resilience4jTranslation(survey);
  }

  @Override
  protected void scanConfiguration(SourceFile file, Survey survey) {
    Configuration.scan(file, survey);
  }

  @Override
  protected void decideConfigurations(Survey survey) {
    Configuration.decide(survey);
  }

  @Override
  protected SourceFile migrateConfiguration(
      SourceFile file, Survey survey, ExecutionContext context) {
    return Configuration.migrate(file, survey);
  }
}
