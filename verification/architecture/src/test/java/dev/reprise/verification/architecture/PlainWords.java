package dev.reprise.verification.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Expressions that plain technical English does not use, with better ones. */
final class PlainWords {

  private static final List<Habit> HABITS =
      List.of(
          new Habit("tells?|told|telling", "returns, reports, prints, publishes, notifies"),
          new Habit("so (?:many|long|much)(?! that)", "at most N, for this long"),
          new Habit("answer(?:s|ed|ing)? with", "returns, throws, sends"),
          new Habit("(?:the|a) rest", "the remaining items, the unprocessed items"),
          new Habit("who(?:so)?ever|whomever", "the thread that, the caller that"),
          new Habit("(?:he|by|for|to|of|from) who", "the thread that, the caller that"),
          new Habit("besides?", "in addition to, compared with, next to"),
          new Habit("(?:nothing|what) is the matter", "valid"),
          new Habit("is none (?:any|more|but)", "no"),
          new Habit("(?:is|are|was|were|be) had", "exists, is available, needs"),
          new Habit("(?:takes?|taken|took) down", "records"),
          new Habit("(?:comes?|came|coming) to", "results in, ends, reaches"),
          new Habit("(?:goes?|gone|going|went) round", "avoids, repeats"),
          new Habit("what is left", "the remaining time, the remaining items"),
          new Habit("another's", "of another call"),
          new Habit("as (?:it|they) (?:was|were)(?= before| again|[.,;:)])", "unchanged"),
          new Habit("own (?:accord|doing)", "by itself, unasked"),
          new Habit("in vain", "without success"),
          new Habit("all the same", "nevertheless, still"));

  /** One pass over the text for all expressions: group n is the n-th of them. */
  private static final Pattern ANY_HABIT =
      Pattern.compile(
          HABITS.stream()
              .map(habit -> habit.words().replace(" ", "(?:\\s|\\*|//|\"\\s*\\+\\s*\")+"))
              .collect(Collectors.joining(")|(", "\\b(?:(", "))\\b")));

  private static final Pattern OPENING =
      Pattern.compile("/\\*\\*[\\s*]*(?:What|How|Whether|Whose|Who|Whom|Which)\\b");

  private PlainWords() {}

  /**
   * An expression.
   *
   * @param words a regular expression without groups; a blank stands for any space
   * @param better words in its place
   */
  private record Habit(String words, String better) {}

  /** The expressions in prose, each as "line: expression; better: …". */
  static List<String> in(String prose) {
    List<String> found = new ArrayList<>();
    Matcher habits = ANY_HABIT.matcher(prose.toLowerCase(Locale.ROOT));
    while (habits.find()) {
      int group = 1;
      while (habits.group(group) == null) {
        group++;
      }
      found.add(finding(prose, habits, HABITS.get(group - 1).better()));
    }
    Matcher openings = OPENING.matcher(prose);
    while (openings.find()) {
      found.add(finding(prose, openings, "a noun, as in The settings of; Returns whether"));
    }
    return found;
  }

  private static String finding(String prose, Matcher at, String better) {
    long line = 1 + prose.chars().limit(at.start()).filter(c -> c == '\n').count();
    String words = at.group().replaceAll("[\\s*/]+", " ").strip();
    return line + ": \"" + words + "\"; better: " + better;
  }
}
