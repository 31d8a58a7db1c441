package dev.reprise.rewrite;

import dev.reprise.rewrite.internal.Migration;
import dev.reprise.rewrite.internal.Peer;
import dev.reprise.rewrite.internal.SourceTranslation;
import dev.reprise.rewrite.internal.Survey;
import dev.reprise.rewrite.internal.failsafe.FailsafeTranslation;

/**
 * Moves a project from the retries of Failsafe 3 to Reprise: policies, calls and the dependency. A
 * file that uses something without a counterpart stays as it is, with a comment that names it.
 */
public final class FromFailsafe extends Migration {

  /** Creates the recipe. */
  public FromFailsafe() {}

  @Override
  public String getDisplayName() {
    return "Move from Failsafe to Reprise";
  }

  @Override
  public String getDescription() {
    return "Replaces retry policies and calls of Failsafe 3 by those of Reprise, and the Maven"
        + " dependency. Comments name what differs in meaning and what was left unchanged.";
  }

  @Override
  protected Peer peer() {
    return FailsafeTranslation.FAILSAFE;
  }

  @Override
  protected SourceTranslation translation(Survey survey) {
    return new FailsafeTranslation();
  }
}
