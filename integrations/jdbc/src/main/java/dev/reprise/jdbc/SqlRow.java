package dev.reprise.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A line of the table: which exception, and what it means.
 *
 * @param label whose code it is, such as {@code postgresql}, or {@code any}
 * @param state an SQLState, its first two characters for a whole class, or null for all
 * @param code the database's own code, or 0 for all
 * @param category what it means
 * @param meaning the same in words
 * @param source address of the documentation that says so
 */
record SqlRow(
    String label,
    @Nullable String state,
    int code,
    SqlCategory category,
    String meaning,
    String source) {

  static final int CLASS = 2;
  static final int STATE = 5;

  boolean matches(SQLException failure) {
    if (code != 0 && code != failure.getErrorCode()) {
      return false;
    }
    String actual = failure.getSQLState();
    return state == null
        || (actual != null && actual.length() == STATE && actual.startsWith(state));
  }

  /** The most exact row rules: a code is more exact than a state, that more than a class. */
  int precision() {
    int ofState = state == null ? 0 : state.length();
    return (code == 0 ? 0 : STATE + 1) + ofState;
  }

  /** The SQLState as people write it. */
  String stateText() {
    if (state == null) {
      return "";
    }
    return state.length() == CLASS ? state + "*" : state;
  }

  /** Who it is, for reports. */
  String text() {
    String ofCode = code == 0 ? "" : " " + code;
    String ofState = state == null ? "" : " " + stateText();
    return label + ofState + ofCode;
  }
}
