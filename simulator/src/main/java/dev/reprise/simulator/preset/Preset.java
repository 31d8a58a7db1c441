package dev.reprise.simulator.preset;

import dev.reprise.simulator.model.Contender;

/**
 * How another library retries, as its documentation says.
 *
 * @param contender its policy and budget, under the preset's name
 * @param settings which of its settings these are, in a few words
 * @param flaw what is known to go wrong with them, in a few words; empty for nothing
 * @param source the document or file, and its version, that says so
 */
public record Preset(Contender contender, String settings, String flaw, String source) {

  /**
   * What it is called.
   *
   * @return small letters, digits and '-'
   */
  public String name() {
    return contender.label();
  }
}
