package dev.reprise.rewrite.internal;

import static org.openrewrite.Tree.randomId;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JContainer;
import org.openrewrite.java.tree.JLeftPadded;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.Space;
import org.openrewrite.marker.Markers;

/** The attributes of an annotation, in their order. */
public final class AnnotationCode {

  private static final int COLUMNS = 90;

  private final @Nullable Class<?> type;
  private final Map<String, Expression> values = new LinkedHashMap<>();

  /** An annotation without attributes. */
  public AnnotationCode(Class<?> type) {
    this.type = type;
  }

  private AnnotationCode() {
    type = null;
  }

  /** The attributes of an annotation in source code. */
  public static AnnotationCode of(J.Annotation annotation) {
    AnnotationCode code = new AnnotationCode();
    if (annotation.getArguments() != null) {
      for (Expression argument : annotation.getArguments()) {
        if (argument instanceof J.Assignment assignment
            && assignment.getVariable() instanceof J.Identifier name) {
          code.values.put(name.getSimpleName(), assignment.getAssignment());
        } else if (!(argument instanceof J.Empty)) {
          code.values.put("value", argument);
        }
      }
    }
    return code;
  }

  /** An annotation in source code with one more attribute. */
  public static J.Annotation with(J.Annotation annotation, String attribute, String value) {
    List<Expression> arguments = new ArrayList<>();
    if (annotation.getArguments() != null) {
      annotation.getArguments().stream()
          .filter(it -> !(it instanceof J.Empty))
          .forEach(arguments::add);
    }
    Space before = arguments.isEmpty() ? Space.EMPTY : Space.SINGLE_SPACE;
    arguments.add(assignment(attribute, Code.text(value)).withPrefix(before));
    return annotation.withArguments(arguments);
  }

  /** The value of an attribute; null if it is not set. */
  public @Nullable Expression value(String attribute) {
    return values.get(attribute);
  }

  /** The names of the attributes that are set. */
  public List<String> names() {
    return List.copyOf(values.keySet());
  }

  /** Sets an attribute. */
  public void set(String attribute, Expression value) {
    values.put(attribute, value.withPrefix(Space.EMPTY));
  }

  /**
   * The annotation in place of another.
   *
   * @param annotation the other one
   * @param indent the indentation of attributes that do not fit on one line
   * @param place the place in the file
   */
  public J.Annotation replacing(J.Annotation annotation, String indent, Cursor place) {
    boolean wide = width(place) + indent.length() > COLUMNS;
    List<JRightPadded<Expression>> arguments = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          Space before = arguments.isEmpty() ? Space.EMPTY : Space.SINGLE_SPACE;
          Space prefix = wide ? Space.format("\n" + indent) : before;
          arguments.add(JRightPadded.build(assignment(name, value).withPrefix(prefix)));
        });
    return new J.Annotation(
        annotation.getId(),
        annotation.getPrefix(),
        Markers.EMPTY,
        Code.name(Objects.requireNonNull(type)),
        arguments.isEmpty() ? null : JContainer.build(arguments));
  }

  private int width(Cursor place) {
    return values.entrySet().stream()
        .mapToInt(it -> it.getKey().length() + it.getValue().printTrimmed(place).length() + 5)
        .sum();
  }

  private static J.Assignment assignment(String name, Expression value) {
    return new J.Assignment(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        Code.plainName(name, value.getType()),
        new JLeftPadded<>(Space.SINGLE_SPACE, value.withPrefix(Space.SINGLE_SPACE), Markers.EMPTY),
        value.getType());
  }
}
