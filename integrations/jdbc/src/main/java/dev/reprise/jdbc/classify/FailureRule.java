package dev.reprise.jdbc.classify;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A rule of the table: it matches exceptions and assigns their category.
 *
 * @param label name of the database, such as {@code postgresql}, or {@code any}
 * @param state an SQLState, its first two characters for a whole class, or null for all
 * @param code the vendor code, or 0 for all
 * @param text part of the message, or null for any message
 * @param category the category
 * @param meaning the meaning of the code
 * @param source address of the documentation of the code
 */
record FailureRule(
    String label,
    @Nullable String state,
    int code,
    @Nullable String text,
    SqlCategory category,
    String meaning,
    String source) {

  static final int CLASS_LENGTH = 2;
  static final int STATE_LENGTH = 5;

  /** A rule for all messages. */
  FailureRule(
      String label,
      @Nullable String state,
      int code,
      SqlCategory category,
      String meaning,
      String source) {
    this(label, state, code, null, category, meaning, source);
  }

  boolean matches(SQLException failure) {
    if (code != 0 && code != failure.getErrorCode()) {
      return false;
    }
    if (text != null && !String.valueOf(failure.getMessage()).contains(text)) {
      return false;
    }
    String actual = failure.getSQLState();
    return state == null
        || (actual != null && actual.length() == STATE_LENGTH && actual.startsWith(state));
  }

  /**
   * The precedence of the rule, higher first: a code precedes an SQLState, an SQLState precedes a
   * class, and of two rules for the same code, the one with a text comes first.
   */
  int precision() {
    int ofState = state == null ? 0 : state.length();
    return 2 * ((code == 0 ? 0 : STATE_LENGTH + 1) + ofState) + (text == null ? 0 : 1);
  }

  /** The SQLState as text, a class with an asterisk. */
  String stateText() {
    if (state == null) {
      return "";
    }
    return state.length() == CLASS_LENGTH ? state + "*" : state;
  }

  /** The name of this rule in reports. */
  String name() {
    String ofCode = code == 0 ? "" : " " + code;
    String ofState = state == null ? "" : " " + stateText();
    String ofText = text == null ? "" : " \"" + text + '"';
    return label + ofState + ofCode + ofText;
  }
}
