package dev.reprise.processor;

import java.util.List;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * An interface and its methods, as the generated decorator needs them.
 *
 * @param element the interface
 * @param methods all methods of the interface, including inherited ones
 * @param generated whether the annotation {@code Generated} of the JDK is visible to the interface
 * @param closeable whether the interface is an {@code AutoCloseable}
 */
record InterfaceModel(
    TypeElement element, List<MethodModel> methods, boolean generated, boolean closeable) {

  boolean needsSource() {
    return methods.stream().anyMatch(method -> method.retried() && method.hasName());
  }

  /** The handling of calls of a method. */
  enum Kind {
    /** Not retried: forwarded to the target. */
    FORWARDED,
    /** Returns a value. */
    VALUE,
    /** Declared to return Object, so that the result must be checked for stages. */
    OBJECT,
    /** Returns nothing. */
    VOID,
    /** Returns a stage or future. */
    ASYNC
  }

  /** A parameter; the type of a varargs parameter ends with three dots. */
  record Parameter(String type, String name) {}

  /**
   * A method of the interface, with all types as source text.
   *
   * @param label interface, method and parameters, for messages
   * @param name name of the method
   * @param variables declaration of its type variables, followed by a space; empty if there are
   *     none
   * @param returnType return type
   * @param returnsVariable whether the return type is a type variable
   * @param parameters parameters in order
   * @param thrown declared exceptions
   * @param kind how the decorator handles its calls
   * @param attributes attributes of its annotation that differ from the default; null if the method
   *     is not retried
   * @param fallbackFailures failures that its fallback accepts, the narrowest first; empty if it
   *     has none
   * @param erased parameter types as class literals, for a default method; null for other methods
   */
  record MethodModel(
      String label,
      String name,
      String variables,
      String returnType,
      boolean returnsVariable,
      List<Parameter> parameters,
      List<String> thrown,
      Kind kind,
      @Nullable Map<String, String> attributes,
      List<String> fallbackFailures,
      @Nullable List<String> erased) {

    boolean retried() {
      return kind != Kind.FORWARDED;
    }

    boolean hasName() {
      return attributes != null && attributes.containsKey("name");
    }

    boolean hasFallback() {
      return !fallbackFailures.isEmpty();
    }

    boolean isDefault() {
      return erased != null;
    }

    boolean isVoid() {
      return returnType.equals("void");
    }
  }
}
