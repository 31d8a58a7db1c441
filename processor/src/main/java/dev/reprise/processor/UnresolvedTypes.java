package dev.reprise.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Parameterizable;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.SimpleTypeVisitor14;
import org.jspecify.annotations.Nullable;

/**
 * Finds types that an interface names and that do not exist, or not yet: another processor may
 * generate them in the same round. The visitor returns the name of such a type, or null.
 */
final class UnresolvedTypes extends SimpleTypeVisitor14<@Nullable String, @Nullable Void> {

  /** The value that the compiler gives to an attribute whose value it cannot resolve. */
  private static final String ERROR_VALUE = "<error>";

  private static final UnresolvedTypes FINDER = new UnresolvedTypes();

  private UnresolvedTypes() {}

  /** Checks the declarations of all interfaces, and their annotations. */
  static void check(TypeElement api, Iterable<TypeElement> interfaces)
      throws UnsupportedElementException {
    for (TypeElement type : interfaces) {
      check(api, type, type.getInterfaces());
      for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
        List<TypeMirror> named = new ArrayList<>(method.getThrownTypes());
        named.add(method.getReturnType());
        for (VariableElement parameter : method.getParameters()) {
          named.add(parameter.asType());
        }
        check(api, method, named);
      }
    }
  }

  private static void check(
      TypeElement api, Parameterizable declared, List<? extends TypeMirror> named)
      throws UnsupportedElementException {
    List<TypeMirror> all = new ArrayList<>(named);
    for (TypeParameterElement variable : declared.getTypeParameters()) {
      all.addAll(variable.getBounds());
    }
    String missing = first(all);
    AnnotationMirror annotation = AnnotationAttributes.annotationOf(declared);
    if (missing == null && annotation != null) {
      missing = first(annotation);
    }
    if (missing != null) {
      throw new UnsupportedElementException(
          declared, api + " cannot have a decorator: " + missing + " does not exist");
    }
  }

  /** Returns whether a supertype of a class does not exist. */
  static boolean isUnresolved(List<? extends TypeMirror> supertypes) {
    return first(supertypes) != null;
  }

  private static @Nullable String first(List<? extends TypeMirror> all) {
    return all.stream().map(FINDER::visit).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static @Nullable String first(AnnotationMirror annotation) {
    for (var attribute : annotation.getElementValues().entrySet()) {
      if (isUnresolved(attribute.getValue())) {
        return "a value of @Retryable(" + attribute.getKey().getSimpleName() + ")";
      }
    }
    return null;
  }

  private static boolean isUnresolved(AnnotationValue value) {
    Object content = value.getValue();
    if (content instanceof List<?> list) {
      return list.stream().anyMatch(item -> isUnresolved((AnnotationValue) item));
    }
    return ERROR_VALUE.equals(content)
        || (content instanceof TypeMirror type && type.getKind() == TypeKind.ERROR);
  }

  @Override
  public @Nullable String visitError(ErrorType type, @Nullable Void none) {
    return type.toString();
  }

  @Override
  public @Nullable String visitDeclared(DeclaredType type, @Nullable Void none) {
    String outer = visit(type.getEnclosingType());
    return outer != null ? outer : first(type.getTypeArguments());
  }

  @Override
  public @Nullable String visitArray(ArrayType type, @Nullable Void none) {
    return visit(type.getComponentType());
  }

  @Override
  public @Nullable String visitWildcard(WildcardType type, @Nullable Void none) {
    TypeMirror bound =
        type.getExtendsBound() != null ? type.getExtendsBound() : type.getSuperBound();
    return bound == null ? null : visit(bound);
  }

  @Override
  public @Nullable String visitIntersection(IntersectionType type, @Nullable Void none) {
    return first(type.getBounds());
  }
}
