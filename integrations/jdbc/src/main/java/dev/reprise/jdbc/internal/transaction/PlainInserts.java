package dev.reprise.jdbc.internal.transaction;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes an {@code INSERT} that is no upsert in the text of a statement, perhaps after comments
 * and common table expressions. Comments, literals and quoted names are skipped. A text that cannot
 * be read so, as with an escaped quote of MySQL, is none.
 */
final class PlainInserts {

  /** A comment before the statement, also one of MySQL, whose sign is an operator elsewhere. */
  private static final Pattern BEFORE =
      Pattern.compile("(?s)(?:\\s++|/\\*.*?\\*/|--[^\\n]*+|#[^\\n]*+)*+");

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|--[^\\n]*+|'[^']*+'|\"[^\"]*+\"|`[^`]*+`"
              + "|\\$(\\w*+)\\$.*?\\$\\1\\$|(?<word>\\w++)|(?<other>\\S)");

  /** The words with which a statement may go on after its common table expressions. */
  private static final Set<String> VERBS =
      Set.of("INSERT", "SELECT", "UPDATE", "DELETE", "MERGE", "REPLACE", "VALUES", "TABLE");

  private PlainInserts() {}

  static boolean isOne(String sql) {
    Matcher before = BEFORE.matcher(sql);
    Matcher token = TOKEN.matcher(sql);
    int from = before.lookingAt() ? before.end() : 0;
    int depth = 0;
    String verb = "";
    String last = "";
    for (boolean found = token.find(from); found; found = token.find()) {
      String word = upper(token.group("word"));
      String other = upper(token.group("other"));
      depth += other.equals("(") ? 1 : other.equals(")") ? -1 : 0;
      if (isUnclosed(other) || isUpsert(last, word)) {
        return false;
      }
      boolean isFirst = last.isEmpty();
      if (verb.isEmpty() && depth == 0 && VERBS.contains(word)) {
        verb = word;
      } else if (isFirst && !word.equals("WITH")) {
        return false;
      }
      last = word.isEmpty() && other.isEmpty() ? last : word + other;
    }
    return verb.equals("INSERT");
  }

  private static boolean isUnclosed(String sign) {
    return sign.equals("'") || sign.equals("\"") || sign.equals("`");
  }

  private static boolean isUpsert(String last, String word) {
    return (last.equals("ON") && (word.equals("CONFLICT") || word.equals("DUPLICATE")))
        || (last.equals("OR") && word.equals("REPLACE"));
  }

  private static String upper(@Nullable String text) {
    return text == null ? "" : text.toUpperCase(Locale.ROOT);
  }
}
