package dev.reprise.rewrite;

import dev.reprise.rewrite.internal.Migration;
import dev.reprise.rewrite.internal.Peer;
import dev.reprise.rewrite.internal.SourceTranslation;
import dev.reprise.rewrite.internal.Survey;
import dev.reprise.rewrite.internal.springretry.SpringRetryTranslation;

/**
 * Moves a project from spring-retry 2 to Reprise: annotations with their fallbacks, templates,
 * calls and the dependency. A file that uses something without a counterpart stays as it is, with a
 * comment that names it.
 */
public final class FromSpringRetry extends Migration {

  /** Creates the recipe. */
  public FromSpringRetry() {}

  @Override
  public String getDisplayName() {
    return "Move from spring-retry to Reprise";
  }

  @Override
  public String getDescription() {
    return "Replaces annotations, templates and calls of spring-retry 2 by those of Reprise, and the"
        + " Maven dependency. Comments name what differs in meaning and what was left unchanged.";
  }

  @Override
  protected Peer peer() {
    return SpringRetryTranslation.SPRING_RETRY;
  }

  /** Annotations need the starter; templates alone do not. */
  @Override
  protected String ours(Peer.Replacement artifact, Survey survey) {
    return survey.uses("org.springframework.retry.annotation.") ? artifact.ours() : "reprise-core";
  }

  @Override
  protected SourceTranslation translation(Survey survey) {
    return new SpringRetryTranslation();
  }
}
