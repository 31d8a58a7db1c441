package dev.reprise.processor;

import java.util.List;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * An interface to decorate, as its decorator needs it.
 *
 * @param element the interface
 * @param methods all methods that an object of it has
 * @param generated whether the annotation that marks generated code can be seen
 */
record Api(TypeElement element, List<ApiMethod> methods, boolean generated) {

  boolean needsSource() {
    return methods.stream().anyMatch(method -> method.retried() && method.names());
  }

  /** What becomes of a call. */
  enum Kind {
    PASSES,
    RETURNS,
    RETURNS_ANYTHING,
    RETURNS_NOTHING,
    ANSWERS_LATER
  }

  /** A parameter, its type as declared: with dots where arguments vary in number. */
  record Parameter(String type, String name) {}

  /**
   * A method of the interface, with all types as text.
   *
   * @param label interface, method and parameters, for messages
   * @param name its name
   * @param variables the declaration of its type variables, with a blank behind
   * @param returnType what it returns
   * @param parameters what it takes
   * @param thrown what it declares to throw
   * @param kind what becomes of a call
   * @param attributes what its annotation says, by attribute; null where it is not retried
   * @param erased the parameters as class literals, for a default method; null for others
   */
  record ApiMethod(
      String label,
      String name,
      String variables,
      String returnType,
      List<Parameter> parameters,
      List<String> thrown,
      Kind kind,
      @Nullable Map<String, String> attributes,
      @Nullable List<String> erased) {

    boolean retried() {
      return kind != Kind.PASSES;
    }

    boolean names() {
      return attributes != null && attributes.containsKey("name");
    }

    boolean isDefault() {
      return erased != null;
    }

    boolean returnsNothing() {
      return returnType.equals("void");
    }
  }
}
