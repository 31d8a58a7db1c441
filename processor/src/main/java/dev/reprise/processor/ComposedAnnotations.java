package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@link Retryable} on an element, also by way of other annotations. Follows the same rules
 * as {@code RetryProxy}, so an annotation that is not kept at run time does not count.
 */
final class ComposedAnnotations {

  private ComposedAnnotations() {}

  /**
   * Returns the annotations of the element itself, otherwise those of the nearest of its
   * annotations, by the elements that have them; empty if there is none.
   */
  static Map<Element, AnnotationMirror> nearest(Element element) {
    Set<Element> seen = new HashSet<>();
    List<Element> level = List.of(element);
    while (!level.isEmpty()) {
      Map<Element, AnnotationMirror> found = new LinkedHashMap<>();
      List<Element> above = new ArrayList<>();
      for (Element each : level) {
        for (AnnotationMirror annotation : each.getAnnotationMirrors()) {
          TypeElement type = typeOf(annotation);
          if (type.getQualifiedName().contentEquals(Retryable.class.getName())) {
            found.put(each, annotation);
          } else if (isKept(type) && seen.add(type)) {
            above.add(type);
          }
        }
      }
      if (!found.isEmpty()) {
        return found;
      }
      level = above;
    }
    return Map.of();
  }

  private static TypeElement typeOf(AnnotationMirror annotation) {
    return (TypeElement) annotation.getAnnotationType().asElement();
  }

  private static boolean isKept(TypeElement annotation) {
    Retention retention = annotation.getAnnotation(Retention.class);
    return retention != null && retention.value() == RetentionPolicy.RUNTIME;
  }

  /**
   * Returns an attribute of an annotation on the way to {@link Retryable} that should set one of
   * its attributes, such as {@code shop.Patient.attempts}; null if there is none.
   */
  static @Nullable String alias(Element element) {
    return alias(element, new HashSet<>());
  }

  private static @Nullable String alias(Element element, Set<Element> seen) {
    for (AnnotationMirror annotation : element.getAnnotationMirrors()) {
      TypeElement type = typeOf(annotation);
      if (!isKept(type) || !seen.add(type) || nearest(type).isEmpty()) {
        continue;
      }
      for (ExecutableElement attribute : ElementFilter.methodsIn(type.getEnclosedElements())) {
        if (attribute.getAnnotationMirrors().stream().anyMatch(ComposedAnnotations::isAlias)) {
          return type.getQualifiedName() + "." + attribute.getSimpleName();
        }
      }
      String above = alias(type, seen);
      if (above != null) {
        return above;
      }
    }
    return null;
  }

  private static boolean isAlias(AnnotationMirror annotation) {
    if (!typeOf(annotation).getSimpleName().contentEquals("AliasFor")) {
      return false;
    }
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> set :
        annotation.getElementValues().entrySet()) {
      if (set.getKey().getSimpleName().contentEquals("annotation")
          && set.getValue().getValue() instanceof DeclaredType target) {
        Element type = target.asElement();
        return type.toString().equals(Retryable.class.getName())
            || (!type.toString().equals(Annotation.class.getName()) && !nearest(type).isEmpty());
      }
    }
    return false;
  }
}
