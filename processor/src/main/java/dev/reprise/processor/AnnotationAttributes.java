package dev.reprise.processor;

import dev.reprise.Retry;
import dev.reprise.declared.RetryMethod;
import dev.reprise.policy.Idempotency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Converts annotations to the texts that {@link RetryMethod#of} takes, and checks them with it. */
final class AnnotationAttributes {

  private final Elements elements;
  private final ClassLoader classes;

  AnnotationAttributes(Elements elements) {
    this.elements = elements;
    classes = new ModelClassLoader(elements);
  }

  /** Returns the effective annotation of an element; null if it has none. */
  static @Nullable AnnotationMirror annotationOf(Element element) {
    return ComposedAnnotations.nearest(element).values().stream().findFirst().orElse(null);
  }

  /** Returns the attributes that differ from their default, in the order of the annotation type. */
  Map<String, String> read(AnnotationMirror annotation) {
    Map<String, String> set = new LinkedHashMap<>();
    Map<? extends ExecutableElement, ? extends AnnotationValue> given =
        annotation.getElementValues();
    for (ExecutableElement attribute :
        ElementFilter.methodsIn(annotation.getAnnotationType().asElement().getEnclosedElements())) {
      AnnotationValue value = given.get(attribute);
      AnnotationValue unset = attribute.getDefaultValue();
      if (value != null && (unset == null || !text(value).equals(text(unset)))) {
        set.put(attribute.getSimpleName().toString(), text(value));
      }
    }
    return set;
  }

  private String text(AnnotationValue value) {
    Object content = value.getValue();
    if (content instanceof List<?> list) {
      return list.stream()
          .map(item -> text((AnnotationValue) item))
          .collect(Collectors.joining(","));
    }
    if (content instanceof DeclaredType type) {
      return elements.getBinaryName((TypeElement) type.asElement()).toString();
    }
    return content instanceof VariableElement constant
        ? Idempotency.valueOf(constant.getSimpleName().toString()).toString()
        : content.toString();
  }

  /**
   * Checks attributes.
   *
   * @throws IllegalArgumentException if creating the decorator would fail
   */
  void check(String method, Map<String, String> attributes) {
    RetryMethod.of(Retry.none(), name -> Retry.none(), method, attributes, classes);
  }
}
