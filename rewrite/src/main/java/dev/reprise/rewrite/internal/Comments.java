package dev.reprise.rewrite.internal;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Javadoc;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TextComment;
import org.openrewrite.marker.Markers;

/** Comments that a recipe leaves above a statement or a declaration. */
final class Comments {

  private static final int COLUMNS = 100;
  private static final String START = " Reprise: ";

  private Comments() {}

  /**
   * A tree with a comment above it for each text; texts that are already there are not repeated.
   */
  static <T extends J> T above(T tree, List<String> texts) {
    Space prefix = tree.getPrefix();
    for (String text : texts) {
      prefix = with(prefix, text);
    }
    return Trees.isSame(prefix, tree.getPrefix()) ? tree : tree.withPrefix(prefix);
  }

  /** A tree with comments above it that were inside it. */
  static J moved(J tree, List<Comment> moved) {
    Space prefix = tree.getPrefix();
    List<Comment> comments = new ArrayList<>(prefix.getComments());
    int place = placeIn(comments);
    for (Comment comment : moved) {
      comments.add(place++, comment.withSuffix("\n" + prefix.getIndent()));
    }
    return tree.withPrefix(prefix.withComments(comments));
  }

  private static Space with(Space prefix, String text) {
    String indent = "\n" + prefix.getIndent();
    List<String> lines = wrapped(START + text, COLUMNS - prefix.getIndent().length() - 2);
    if (isPresent(prefix, lines.get(0))) {
      return prefix;
    }
    List<Comment> added = new ArrayList<>();
    for (String line : lines) {
      added.add(new TextComment(false, line, indent, Markers.EMPTY));
    }
    List<Comment> comments = new ArrayList<>(prefix.getComments());
    int place = placeIn(comments);
    comments.addAll(place, added);
    return prefix.withComments(comments);
  }

  /** Before Javadoc that ends the comments, else after all of them. */
  private static int placeIn(List<Comment> comments) {
    int last = comments.size() - 1;
    return last >= 0 && comments.get(last) instanceof Javadoc ? last : comments.size();
  }

  private static boolean isPresent(Space prefix, String firstLine) {
    return prefix.getComments().stream()
        .anyMatch(
            comment ->
                comment instanceof TextComment present && present.getText().equals(firstLine));
  }

  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split(" ", -1)) {
      if (line.length() + word.length() + 1 > width && line.length() > 0) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
