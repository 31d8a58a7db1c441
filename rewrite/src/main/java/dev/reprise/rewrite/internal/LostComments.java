package dev.reprise.rewrite.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TextComment;

/** The comments inside code that a translation replaced; they move above its statement. */
final class LostComments {

  private record Place(@Nullable UUID statement, TextComment comment) {}

  private LostComments() {}

  /** The translated file with the comments that only the file before has. */
  static J.CompilationUnit restored(J.CompilationUnit before, J.CompilationUnit translated) {
    List<String> kept = new ArrayList<>();
    commentsOf(translated).forEach(place -> kept.add(place.comment().getText()));
    Map<UUID, List<Comment>> lost = new LinkedHashMap<>();
    for (Place place : commentsOf(before)) {
      if (!kept.remove(place.comment().getText()) && place.statement() != null) {
        lost.computeIfAbsent(place.statement(), it -> new ArrayList<>()).add(place.comment());
      }
    }
    return lost.isEmpty() ? translated : with(lost, translated);
  }

  private static J.CompilationUnit with(
      Map<UUID, List<Comment>> lost, J.CompilationUnit translated) {
    return (J.CompilationUnit)
        new JavaVisitor<Integer>() {
          @Override
          public J postVisit(J tree, Integer context) {
            List<Comment> comments =
                SourceTranslation.isOnItsOwnLine(getCursor()) ? lost.remove(tree.getId()) : null;
            return comments == null ? tree : Comments.moved(tree, comments);
          }
        }.visitNonNull(translated, 0);
  }

  private static List<Place> commentsOf(J.CompilationUnit file) {
    List<Place> found = new ArrayList<>();
    new JavaVisitor<Integer>() {
      @Override
      public J visitImport(J.Import statement, Integer context) {
        return statement;
      }

      @Override
      public Space visitSpace(@Nullable Space space, Space.Location location, Integer context) {
        if (space != null) {
          for (Comment comment : space.getComments()) {
            if (comment instanceof TextComment text) {
              found.add(new Place(statement(getCursor()), text));
            }
          }
        }
        return space == null ? Space.EMPTY : space;
      }
    }.visit(file, 0);
    return found;
  }

  private static @Nullable UUID statement(Cursor place) {
    Cursor cursor = place;
    while (cursor != null && !cursor.isRoot()) {
      if (cursor.getValue() instanceof J tree && SourceTranslation.isOnItsOwnLine(cursor)) {
        return tree.getId();
      }
      cursor = cursor.getParent();
    }
    return null;
  }
}
