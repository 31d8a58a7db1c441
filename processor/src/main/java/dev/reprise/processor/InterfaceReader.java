package dev.reprise.processor;

import dev.reprise.Decorated;
import dev.reprise.declared.RetryMethod;
import dev.reprise.processor.Declarations.Group;
import dev.reprise.processor.InterfaceModel.Kind;
import dev.reprise.processor.InterfaceModel.MethodModel;
import dev.reprise.processor.InterfaceModel.Parameter;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Reads an interface and rejects the methods that {@code RetryProxy} would reject. */
final class InterfaceReader {

  private final Types types;
  private final Elements elements;
  private final TypeElement api;
  private final Declarations declarations;
  private final AnnotationAttributes attributes;
  private final FallbackReader fallbacks;

  InterfaceReader(TypeElement api, Types types, Elements elements) {
    this.api = api;
    this.types = types;
    this.elements = elements;
    declarations = new Declarations(api, types, elements);
    attributes = new AnnotationAttributes(elements);
    fallbacks = new FallbackReader(api.getSimpleName().toString(), declarations, types, elements);
  }

  InterfaceModel read() throws UnsupportedElementException {
    UnresolvedTypes.check(api, declarations.interfaces());
    checkNames();
    for (ExecutableElement method : declarations.notOverridable()) {
      checkNotAnnotated(method);
    }
    List<MethodModel> methods = new ArrayList<>();
    for (Group group : declarations.groups()) {
      if (!group.isOfObject()) {
        checkOverridable(group);
        methods.add(method(group));
      } else if (onMethod(group) != null) {
        throw new UnsupportedElementException(
            group.nearest(), label(group) + " is a method of Object and cannot be retried");
      }
    }
    boolean generated =
        elements.getTypeElement(elements.getModuleOf(api), "javax.annotation.processing.Generated")
            != null;
    boolean closeable =
        declarations.interfaces().contains(elements.getTypeElement("java.lang.AutoCloseable"));
    return new InterfaceModel(api, methods, generated, closeable);
  }

  /** Checks that no type, constant or type variable hides a type that the decorator uses. */
  private void checkNames() throws UnsupportedElementException {
    for (Element member : elements.getAllMembers(api)) {
      if (!(member instanceof ExecutableElement)) {
        checkName(member, "a member");
      }
    }
    for (Element variable : api.getTypeParameters()) {
      checkName(variable, "a type variable");
    }
    for (Group group : declarations.groups()) {
      for (Element variable : group.nearest().getTypeParameters()) {
        checkName(variable, "a type variable");
      }
    }
  }

  private void checkName(Element hiding, String kind) throws UnsupportedElementException {
    if (UniqueNames.USED_TYPES.contains(hiding.getSimpleName().toString())) {
      throw new UnsupportedElementException(
          api,
          api
              + " has "
              + kind
              + " named "
              + hiding.getSimpleName()
              + ", which hides a type that the generated decorator uses; rename it or use RetryProxy");
    }
  }

  private void checkNotAnnotated(ExecutableElement method) throws UnsupportedElementException {
    if (AnnotationAttributes.annotationOf(method) != null) {
      String owner = Declarations.ownerOf(method).getSimpleName().toString();
      throw new UnsupportedElementException(
          method,
          label(owner, method.getSimpleName(), (ExecutableType) method.asType())
              + (method.getModifiers().contains(Modifier.STATIC) ? " is static" : " is private")
              + ", so that no call of it can be retried");
    }
  }

  /** Checks that a method has a name of Java, and does not override a static one of the parent. */
  private void checkOverridable(Group group) throws UnsupportedElementException {
    ExecutableElement method = group.nearest();
    if (!SourceVersion.isName(method.getSimpleName())) {
      throw new UnsupportedElementException(
          method, label(group) + " has a name that Java code cannot use; use RetryProxy");
    }
    TypeElement decorated = elements.getTypeElement(Decorated.class.getName());
    for (ExecutableElement inherited : ElementFilter.methodsIn(decorated.getEnclosedElements())) {
      if (inherited.getModifiers().contains(Modifier.STATIC) && group.has(inherited)) {
        throw new UnsupportedElementException(
            method,
            label(group)
                + " has the signature of a static method of the generated decorator; rename it or use"
                + " RetryProxy");
      }
    }
  }

  private MethodModel method(Group group) throws UnsupportedElementException {
    ExecutableElement nearest = group.nearest();
    ExecutableType type = group.type();
    Rule rule = rule(group);
    Kind kind = rule == null ? Kind.FORWARDED : kind(group);
    return new MethodModel(
        label(group),
        nearest.getSimpleName().toString(),
        TypeText.declare(type.getTypeVariables()),
        TypeText.of(type.getReturnType()),
        type.getReturnType().getKind() == TypeKind.TYPEVAR,
        parameters(nearest, type),
        group.thrown().stream().map(TypeText::of).toList(),
        kind,
        rule == null ? null : rule.attributes(),
        rule == null ? List.of() : failures(group, rule, kind),
        nearest.isDefault() ? erasedParameters(nearest) : null);
  }

  /** The failures that the fallback of a method accepts; empty if it has none. */
  private List<String> failures(Group group, Rule rule, Kind kind)
      throws UnsupportedElementException {
    String name = rule.attributes().get("fallback");
    if (name == null) {
      return List.of();
    }
    String head =
        label(group) + ": @Retryable(fallback = \"" + PrintableText.oneLine(name) + "\"): ";
    try {
      return fallbacks.failures(head, name, group, kind == Kind.ASYNC);
    } catch (IllegalArgumentException invalid) {
      throw new UnsupportedElementException(rule.annotated(), String.valueOf(invalid.getMessage()));
    }
  }

  /** The annotation of a type does not apply to the fallback that it names. */
  private boolean isFallbackOf(Element annotated, Group group) {
    return group
            .nearest()
            .getSimpleName()
            .contentEquals(attributesOf(annotated).getOrDefault("fallback", ""))
        && fallbacks.isFallback(group);
  }

  /** The attributes of the effective annotation of a method. */
  private record Rule(Element annotated, Map<String, String> attributes) {}

  /** Returns the attributes of the nearest annotation; null if the method is not retried. */
  private @Nullable Rule rule(Group group) throws UnsupportedElementException {
    Element annotated = onMethod(group);
    if (annotated == null && !group.nearest().isDefault()) {
      annotated = onInterface(group);
      if (annotated != null && isFallbackOf(annotated, group)) {
        return null;
      }
    }
    AnnotationMirror annotation =
        annotated == null ? null : AnnotationAttributes.annotationOf(annotated);
    if (annotated == null || annotation == null) {
      return null;
    }
    checkComposed(annotated);
    Map<String, String> rule = attributes.read(annotation);
    try {
      attributes.check(label(group), rule);
    } catch (IllegalArgumentException invalid) {
      throw new UnsupportedElementException(annotated, String.valueOf(invalid.getMessage()));
    }
    return rule.containsKey("enabled") ? null : new Rule(annotated, rule);
  }

  /** Checks the way to an annotation that the element does not have itself. */
  private void checkComposed(Element annotated) throws UnsupportedElementException {
    Map<Element, AnnotationMirror> all = ComposedAnnotations.nearest(annotated);
    if (all.containsKey(annotated)) {
      return;
    }
    if (all.values().stream().map(attributes::read).distinct().count() > 1) {
      throw new UnsupportedElementException(
          annotated,
          annotated
              + " has two different @Retryable, by way of "
              + all.keySet().stream().map(type -> "@" + type).collect(Collectors.joining(" and "))
              + "; annotate it with @Retryable itself");
    }
    String alias = ComposedAnnotations.alias(annotated);
    if (alias != null) {
      throw new UnsupportedElementException(
          annotated,
          "@"
              + alias
              + " has @AliasFor, which has an effect only on beans of Spring; use @Retryable itself");
    }
  }

  private @Nullable Element onMethod(Group group) throws UnsupportedElementException {
    return nearest(group, group.declarations());
  }

  private @Nullable Element onInterface(Group group) throws UnsupportedElementException {
    List<TypeElement> all = new ArrayList<>();
    for (TypeElement type : declarations.interfaces()) {
      if (group.declarations().stream()
          .anyMatch(declaration -> isBelow(type, Declarations.ownerOf(declaration)))) {
        all.add(type);
      }
    }
    return nearest(group, all);
  }

  /**
   * Returns the annotated element that no other annotated one overrides; null if none is annotated.
   * If there are several, their annotations must be equal.
   */
  private @Nullable Element nearest(Group group, List<? extends Element> all)
      throws UnsupportedElementException {
    List<? extends Element> annotated =
        all.stream().filter(element -> AnnotationAttributes.annotationOf(element) != null).toList();
    Element nearest = null;
    for (Element element : annotated) {
      if (annotated.stream()
          .anyMatch(
              other ->
                  !declaringType(other).equals(declaringType(element))
                      && isBelow(other, element))) {
        continue;
      }
      if (nearest == null) {
        nearest = element;
      } else if (!attributesOf(element).equals(attributesOf(nearest))) {
        throw new UnsupportedElementException(
            api,
            label(group)
                + " inherits two different @Retryable, from "
                + declaringType(nearest)
                + " and "
                + declaringType(element)
                + "; annotate it in the interface that inherits both");
      }
    }
    return nearest;
  }

  private Map<String, String> attributesOf(Element element) {
    AnnotationMirror annotation = AnnotationAttributes.annotationOf(element);
    return annotation == null ? Map.of() : attributes.read(annotation);
  }

  private boolean isBelow(Element one, Element other) {
    return types.isSubtype(
        types.erasure(declaringType(one).asType()), types.erasure(declaringType(other).asType()));
  }

  private static Element declaringType(Element element) {
    return element instanceof ExecutableElement method ? Declarations.ownerOf(method) : element;
  }

  private Kind kind(Group group) throws UnsupportedElementException {
    TypeMirror returned = types.erasure(group.type().getReturnType());
    List<String> parameters =
        group.type().getParameterTypes().stream().map(type -> nameOf(types.erasure(type))).toList();
    try {
      if (RetryMethod.isAsynchronous(
          label(group), parameters, nameOf(returned), name -> isA(returned, name))) {
        return Kind.ASYNC;
      }
    } catch (IllegalArgumentException invalid) {
      throw new UnsupportedElementException(group.nearest(), String.valueOf(invalid.getMessage()));
    }
    if (returned.getKind() == TypeKind.VOID) {
      return Kind.VOID;
    }
    return nameOf(returned).equals("java.lang.Object") ? Kind.OBJECT : Kind.VALUE;
  }

  private String nameOf(TypeMirror erased) {
    return erased instanceof DeclaredType declared
        ? elements.getBinaryName((TypeElement) declared.asElement()).toString()
        : TypeText.of(erased);
  }

  private boolean isA(TypeMirror type, String name) {
    TypeElement other = elements.getTypeElement(name.replace('$', '.'));
    return other != null
        && type.getKind() == TypeKind.DECLARED
        && types.isSubtype(type, types.erasure(other.asType()));
  }

  private static List<Parameter> parameters(ExecutableElement method, ExecutableType type) {
    List<Parameter> parameters = new ArrayList<>();
    List<String> names = parameterNames(method);
    int last = names.size() - 1;
    for (int i = 0; i <= last; i++) {
      String text = TypeText.of(type.getParameterTypes().get(i));
      if (i == last && method.isVarArgs()) {
        text = text.substring(0, text.length() - "[]".length()) + "...";
      }
      parameters.add(new Parameter(text, names.get(i)));
    }
    return parameters;
  }

  /** Class files, as of Kotlin, may have names that Java code cannot use, such as keywords. */
  private static List<String> parameterNames(ExecutableElement method) {
    List<String> declared =
        method.getParameters().stream().map(each -> each.getSimpleName().toString()).toList();
    UniqueNames names = new UniqueNames(declared);
    return declared.stream()
        .map(name -> SourceVersion.isName(name) ? name : names.choose("argument"))
        .toList();
  }

  private List<String> erasedParameters(ExecutableElement method) {
    List<String> erased = new ArrayList<>();
    for (VariableElement parameter : method.getParameters()) {
      erased.add(TypeText.of(types.erasure(parameter.asType())) + ".class");
    }
    return erased;
  }

  /** Returns interface, method and parameters in the form of a proxy's messages. */
  private String label(Group group) {
    return label(api.getSimpleName(), group.nearest().getSimpleName(), group.type());
  }

  private String label(CharSequence owner, CharSequence name, ExecutableType type) {
    return type.getParameterTypes().stream()
        .map(parameter -> simpleName(types.erasure(parameter)))
        .collect(Collectors.joining(", ", owner + "." + name + "(", ")"));
  }

  private static String simpleName(TypeMirror erased) {
    String name = TypeText.of(erased);
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
