package dev.reprise.jdbc.classify;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A line of the table: which exception, and what it means.
 *
 * @param label whose code it is, such as {@code postgresql}, or {@code any}
 * @param state an SQLState, its first two characters for a whole class, or null for all
 * @param code the database's own code, or 0 for all
 * @param text what its message contains, or null for any message
 * @param category what it means
 * @param meaning the same in words
 * @param source address of the documentation that says so
 */
record FailureRule(
    String label,
    @Nullable String state,
    int code,
    @Nullable String text,
    SqlCategory category,
    String meaning,
    String source) {

  static final int CLASS = 2;
  static final int STATE = 5;

  /** A row for all messages. */
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
        || (actual != null && actual.length() == STATE && actual.startsWith(state));
  }

  /**
   * The most exact row rules: a code is more exact than a state, that more than a class; of two
   * rows for the same, the one with a text.
   */
  int precision() {
    int ofState = state == null ? 0 : state.length();
    return 2 * ((code == 0 ? 0 : STATE + 1) + ofState) + (text == null ? 0 : 1);
  }

  /** The SQLState as people write it. */
  String stateText() {
    if (state == null) {
      return "";
    }
    return state.length() == CLASS ? state + "*" : state;
  }

  /** The label of this row in reports. */
  String name() {
    String ofCode = code == 0 ? "" : " " + code;
    String ofState = state == null ? "" : " " + stateText();
    String ofText = text == null ? "" : " \"" + text + '"';
    return label + ofState + ofCode + ofText;
  }
}
