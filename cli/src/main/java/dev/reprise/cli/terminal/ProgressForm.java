package dev.reprise.cli.terminal;

import java.util.Locale;

/** The form of progress and messages on standard error. */
public enum ProgressForm {
  /** For people. */
  TEXT,
  /** One JSON object a line, for programs. */
  JSON;

  /**
   * Parses the value of an option.
   *
   * @param text {@code text} or {@code json}
   * @return the form
   * @throws IllegalArgumentException if it is neither
   */
  public static ProgressForm parse(String text) {
    for (ProgressForm form : values()) {
      if (form.toString().equals(text)) {
        return form;
      }
    }
    throw new IllegalArgumentException("must be text or json, but was " + text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
