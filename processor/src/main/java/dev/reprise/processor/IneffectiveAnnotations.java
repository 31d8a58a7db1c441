package dev.reprise.processor;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * Finds annotations in classes that have no effect. A proxy implements interfaces, so an annotation
 * in a class has an effect only if the class implements an interface, or the annotated method
 * implements a method of one.
 */
final class IneffectiveAnnotations {

  /** Name in {@code @SuppressWarnings} that disables the warning. */
  private static final String WARNING_NAME = "retryable";

  private final Types types;
  private final Elements elements;

  IneffectiveAnnotations(Types types, Elements elements) {
    this.types = types;
    this.elements = elements;
  }

  /** Returns the warning about an annotated class or method of a class; null if there is none. */
  @Nullable String warning(Element annotated) {
    if (isSuppressed(annotated)) {
      return null;
    }
    if (annotated instanceof TypeElement type) {
      return interfacesOf(type).findAny().isPresent()
          ? null
          : "@Retryable has no effect on "
              + type.getSimpleName()
              + ", which implements no interface: calls are retried by a proxy of an interface,"
              + " or by an interceptor that uses RetryMethod.find";
    }
    ExecutableElement method = (ExecutableElement) annotated;
    TypeElement owner = (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
    return isOfInterface(method, owner)
        ? null
        : "@Retryable has no effect on "
            + owner.getSimpleName()
            + "."
            + method
            + ", which is in no interface of "
            + owner.getSimpleName()
            + ": calls are retried by a proxy of an interface, or by an interceptor that uses"
            + " RetryMethod.find";
  }

  private boolean isOfInterface(ExecutableElement method, TypeElement owner) {
    return interfacesOf(owner)
        .flatMap(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream())
        .anyMatch(declared -> elements.overrides(method, declared, owner));
  }

  /** Returns the interfaces of a class and of its supertypes. */
  private Stream<TypeElement> interfacesOf(TypeElement type) {
    List<? extends TypeMirror> above = types.directSupertypes(type.asType());
    return above.stream()
        .map(mirror -> (TypeElement) ((DeclaredType) mirror).asElement())
        .flatMap(
            each ->
                each.getKind() == ElementKind.INTERFACE
                    ? Stream.concat(Stream.of(each), interfacesOf(each))
                    : interfacesOf(each));
  }

  private static boolean isSuppressed(Element annotated) {
    for (Element each = annotated; each != null; each = each.getEnclosingElement()) {
      SuppressWarnings suppressed = each.getAnnotation(SuppressWarnings.class);
      if (suppressed != null && Set.of(suppressed.value()).contains(WARNING_NAME)) {
        return true;
      }
    }
    return false;
  }
}
