package dev.reprise.simulator.preset;

import dev.reprise.simulator.model.Contender;

/**
 * The retry settings of another library, as its documentation describes them.
 *
 * @param contender policy and budget, with the preset's name as the label
 * @param settings the settings that the preset uses, in a few words
 * @param flaw the known flaw of these settings, in a few words; empty for none
 * @param source the document or file that describes them, with its version
 */
public record Preset(Contender contender, String settings, String flaw, String source) {

  /**
   * Returns the name.
   *
   * @return lower-case letters, digits and '-'
   */
  public String name() {
    return contender.label();
  }
}
