package dev.reprise.processor;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.NoType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.SimpleTypeVisitor14;
import org.jspecify.annotations.Nullable;

/**
 * Converts types to source text with qualified names. Type annotations are omitted, because
 * compilers print them in forms that do not compile.
 */
final class TypeText extends SimpleTypeVisitor14<String, @Nullable Void> {

  private static final TypeText TEXT = new TypeText();

  private TypeText() {}

  static String of(TypeMirror type) {
    return TEXT.visit(type);
  }

  private static String join(List<? extends TypeMirror> types, String separator) {
    return types.stream().map(TypeText::of).collect(Collectors.joining(separator));
  }

  /** Returns the declaration of type variables, followed by a space; empty if there are none. */
  static String declare(List<? extends TypeVariable> variables) {
    return variables.isEmpty()
        ? ""
        : variables.stream()
            .map(variable -> of(variable) + bound(variable))
            .collect(Collectors.joining(", ", "<", "> "));
  }

  /** The compiler of Eclipse has the variable itself in place of several bounds. */
  private static String bound(TypeVariable variable) {
    TypeMirror bound = variable.getUpperBound();
    String text = of(bound);
    if (bound.getKind() == TypeKind.TYPEVAR && text.equals(of(variable))) {
      text = join(((TypeParameterElement) variable.asElement()).getBounds(), " & ");
    }
    return text.equals("java.lang.Object") ? "" : " extends " + text;
  }

  @Override
  public String visitPrimitive(PrimitiveType type, @Nullable Void none) {
    return type.getKind().name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String visitNoType(NoType type, @Nullable Void none) {
    return "void";
  }

  @Override
  public String visitArray(ArrayType type, @Nullable Void none) {
    return of(type.getComponentType()) + "[]";
  }

  @Override
  public String visitDeclared(DeclaredType type, @Nullable Void none) {
    TypeElement element = (TypeElement) type.asElement();
    String name =
        isInner(type)
            ? of(type.getEnclosingType()) + "." + element.getSimpleName()
            : element.getQualifiedName().toString();
    return type.getTypeArguments().isEmpty()
        ? name
        : name + "<" + join(type.getTypeArguments(), ", ") + ">";
  }

  /** Nested types that are static have an outer type in the compiler of Eclipse only. */
  private static boolean isInner(DeclaredType type) {
    Element element = type.asElement();
    return type.getEnclosingType().getKind() == TypeKind.DECLARED
        && element.getKind() == ElementKind.CLASS
        && !element.getModifiers().contains(Modifier.STATIC)
        && element.getEnclosingElement() instanceof TypeElement outer
        && !outer.getKind().isInterface();
  }

  @Override
  public String visitTypeVariable(TypeVariable type, @Nullable Void none) {
    return type.asElement().getSimpleName().toString();
  }

  @Override
  public String visitWildcard(WildcardType type, @Nullable Void none) {
    if (type.getExtendsBound() != null) {
      return "? extends " + of(type.getExtendsBound());
    }
    return type.getSuperBound() == null ? "?" : "? super " + of(type.getSuperBound());
  }

  @Override
  public String visitIntersection(IntersectionType type, @Nullable Void none) {
    return join(type.getBounds(), " & ");
  }

  @Override
  protected String defaultAction(TypeMirror type, @Nullable Void none) {
    return type.toString();
  }
}
