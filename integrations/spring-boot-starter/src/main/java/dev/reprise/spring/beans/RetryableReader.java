package dev.reprise.spring.beans;

import dev.reprise.declared.Retryable;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotationConfigurationException;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Reads {@link Retryable} as Spring reads annotations: also from an annotation that has it, and
 * with the attributes that such an annotation sets by {@code @AliasFor}.
 */
final class RetryableReader {

  private RetryableReader() {}

  static boolean isOn(AnnotatedElement element) {
    return MergedAnnotations.from(element).isPresent(Retryable.class);
  }

  /**
   * Returns the annotation of an element itself, otherwise that of the nearest of its annotations;
   * null if there is none.
   *
   * @throws IllegalArgumentException if two different ones are equally near, or an alias is invalid
   */
  static @Nullable Retryable on(AnnotatedElement element) {
    try {
      return nearest(MergedAnnotations.from(element).stream(Retryable.class).toList());
    } catch (AnnotationConfigurationException invalid) {
      throw new IllegalArgumentException(String.valueOf(invalid.getMessage()), invalid);
    }
  }

  private static @Nullable Retryable nearest(List<MergedAnnotation<Retryable>> all) {
    int distance = all.stream().mapToInt(MergedAnnotation::getDistance).min().orElse(0);
    MergedAnnotation<Retryable> first = null;
    for (MergedAnnotation<Retryable> each : all) {
      if (each.getDistance() != distance) {
        continue;
      }
      if (first == null) {
        first = each;
      } else if (!each.synthesize().equals(first.synthesize())) {
        throw new IllegalArgumentException(
            "two different @Retryable, by way of @"
                + first.getRoot().getType().getName()
                + " and @"
                + each.getRoot().getType().getName()
                + "; annotate it with @Retryable itself");
      }
    }
    return first == null ? null : first.synthesize();
  }
}
