package dev.reprise.policy;

import dev.reprise.internal.text.Suggestion;
import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/** Exception classes that a text names. They are loaded, but not initialised. */
final class ExceptionClasses {

  private static final String CUSTOM = "custom(";

  private ExceptionClasses() {}

  /**
   * Loads a class.
   *
   * @param loader the class loader; null for that of this library
   * @throws IllegalArgumentException if there is no class of this name, or it is not a Throwable
   */
  static Class<? extends Throwable> load(String name, @Nullable ClassLoader loader) {
    if (name.startsWith(CUSTOM)) {
      throw new IllegalArgumentException(Suggestion.shown(name) + " is code and has no text form");
    }
    ClassLoader from = loader != null ? loader : ExceptionClasses.class.getClassLoader();
    Class<?> type;
    try {
      type = Class.forName(name, false, from);
    } catch (ClassNotFoundException | LinkageError notFound) {
      throw new IllegalArgumentException(
          "there is no class " + PrintableText.oneLine(name), notFound);
    }
    if (!Throwable.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(PrintableText.oneLine(name) + " is not a Throwable");
    }
    return type.asSubclass(Throwable.class);
  }
}
