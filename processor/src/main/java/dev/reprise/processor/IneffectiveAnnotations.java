package dev.reprise.processor;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
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
 * implements a method of one. The beans of Spring are left to its starter, which makes subclasses.
 */
final class IneffectiveAnnotations {

  /** Name in {@code @SuppressWarnings} that disables the warning. */
  private static final String WARNING_NAME = "retryable";

  private static final String COMPONENT = "org.springframework.stereotype.Component";

  private static final String REASON =
      ": calls are retried by a proxy of an interface, by Spring if the class is a bean, or by an"
          + " interceptor that uses RetryMethod.find; @SuppressWarnings(\"retryable\") switches"
          + " this warning off";

  private final Types types;
  private final Elements elements;

  IneffectiveAnnotations(Types types, Elements elements) {
    this.types = types;
    this.elements = elements;
  }

  /** Returns whether all supertypes of a class exist; the compiler reports those that do not. */
  boolean isDecidable(TypeElement type) {
    List<? extends TypeMirror> above = types.directSupertypes(type.asType());
    return !UnresolvedTypes.isUnresolved(above)
        && above.stream()
            .allMatch(each -> isDecidable((TypeElement) ((DeclaredType) each).asElement()));
  }

  /** Returns the warning about an annotated class or method of a class; null if there is none. */
  @Nullable String warning(Element annotated) {
    if (isSuppressed(annotated)) {
      return null;
    }
    if (annotated instanceof TypeElement type) {
      return interfacesOf(type).findAny().isPresent() || isBean(type)
          ? null
          : "@Retryable has no effect on "
              + type.getSimpleName()
              + ", which implements no interface"
              + REASON;
    }
    ExecutableElement method = (ExecutableElement) annotated;
    TypeElement owner = (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
    return isOfInterface(method, owner) || isBean(owner)
        ? null
        : "@Retryable has no effect on "
            + owner.getSimpleName()
            + "."
            + signature(method)
            + ", which is in no interface of "
            + owner.getSimpleName()
            + REASON;
  }

  private static String signature(ExecutableElement method) {
    return method.getParameters().stream()
        .map(parameter -> TypeText.of(parameter.asType()))
        .collect(Collectors.joining(", ", method.getSimpleName() + "(", ")"));
  }

  /**
   * Returns whether Spring makes a bean of a class, so that the starter checks its annotations at
   * the start of the application: a stereotype, such as {@code @Service}, is an annotation that has
   * {@code @Component}, at any depth.
   */
  private boolean isBean(TypeElement type) {
    return elements.getTypeElement(COMPONENT) != null && hasComponent(type, new HashSet<>());
  }

  private static boolean hasComponent(Element annotated, Set<Element> seen) {
    for (AnnotationMirror mirror : annotated.getAnnotationMirrors()) {
      TypeElement annotation = (TypeElement) mirror.getAnnotationType().asElement();
      if (annotation.getQualifiedName().contentEquals(COMPONENT)
          || (seen.add(annotation) && hasComponent(annotation, seen))) {
        return true;
      }
    }
    return false;
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
