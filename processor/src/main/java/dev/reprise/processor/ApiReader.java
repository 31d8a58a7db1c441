package dev.reprise.processor;

import dev.reprise.declared.RetryMethod;
import dev.reprise.processor.Api.ApiMethod;
import dev.reprise.processor.Api.Kind;
import dev.reprise.processor.Api.Parameter;
import dev.reprise.processor.Declarations.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Reads an interface, and refuses what a proxy would refuse. */
final class ApiReader {

  private final Types types;
  private final Elements elements;
  private final TypeElement api;
  private final Declarations declarations;
  private final Attributes attributes;

  ApiReader(TypeElement api, Types types, Elements elements) {
    this.api = api;
    this.types = types;
    this.elements = elements;
    declarations = new Declarations(api, types, elements);
    attributes = new Attributes(elements);
  }

  Api read() throws Refusal {
    checkNames();
    for (ExecutableElement method : declarations.hidden()) {
      checkNotAnnotated(method);
    }
    List<ApiMethod> methods = new ArrayList<>();
    for (Group group : declarations.groups()) {
      if (!group.isOfObject()) {
        methods.add(method(group));
      } else if (onMethod(group) != null) {
        throw new Refusal(
            group.nearest(), label(group) + " is a method of Object and cannot be retried");
      }
    }
    boolean generated =
        elements.getTypeElement(elements.getModuleOf(api), "javax.annotation.processing.Generated")
            != null;
    return new Api(api, methods, generated);
  }

  /** The decorator inherits types and constants, which would hide what it names itself. */
  private void checkNames() throws Refusal {
    for (Element member : elements.getAllMembers(api)) {
      boolean method = member instanceof ExecutableElement;
      if (!method && Names.OF_DECORATORS.contains(member.getSimpleName().toString())) {
        throw new Refusal(
            api,
            api
                + " has a member named "
                + member.getSimpleName()
                + ", a name that its decorator needs; rename it, or use RetryProxy");
      }
    }
  }

  private void checkNotAnnotated(ExecutableElement method) throws Refusal {
    if (Attributes.annotationOf(method) != null) {
      String owner = Declarations.ownerOf(method).getSimpleName().toString();
      throw new Refusal(
          method,
          label(owner, method.getSimpleName(), (ExecutableType) method.asType())
              + (method.getModifiers().contains(Modifier.STATIC) ? " is static" : " is private")
              + ", so that no call of it can be retried");
    }
  }

  private ApiMethod method(Group group) throws Refusal {
    ExecutableElement nearest = group.nearest();
    ExecutableType type = group.type();
    Map<String, String> rule = rule(group);
    return new ApiMethod(
        label(group),
        nearest.getSimpleName().toString(),
        TypeText.declare(type.getTypeVariables()),
        TypeText.of(type.getReturnType()),
        parameters(nearest, type),
        group.thrown().stream().map(TypeText::of).toList(),
        rule == null ? Kind.PASSES : kind(group),
        rule,
        nearest.isDefault() ? erasedParameters(nearest) : null);
  }

  /** What the annotation says that counts; null if the method is not retried. */
  private @Nullable Map<String, String> rule(Group group) throws Refusal {
    Element annotated = onMethod(group);
    if (annotated == null && !group.nearest().isDefault()) {
      annotated = onInterface(group);
    }
    AnnotationMirror annotation = annotated == null ? null : Attributes.annotationOf(annotated);
    if (annotated == null || annotation == null) {
      return null;
    }
    Map<String, String> rule = attributes.read(annotation);
    try {
      attributes.check(label(group), rule);
    } catch (IllegalArgumentException refused) {
      throw new Refusal(annotated, String.valueOf(refused.getMessage()));
    }
    return rule.containsKey("enabled") ? null : rule;
  }

  private @Nullable Element onMethod(Group group) throws Refusal {
    return nearest(group, group.declarations());
  }

  private @Nullable Element onInterface(Group group) throws Refusal {
    List<TypeElement> all = new ArrayList<>();
    for (TypeElement type : declarations.interfaces()) {
      if (group.declarations().stream()
          .anyMatch(declaration -> isBelow(type, Declarations.ownerOf(declaration)))) {
        all.add(type);
      }
    }
    return nearest(group, all);
  }

  /** What no other annotated one is below; all that are as near must say the same. */
  private @Nullable Element nearest(Group group, List<? extends Element> all) throws Refusal {
    List<? extends Element> annotated =
        all.stream().filter(element -> Attributes.annotationOf(element) != null).toList();
    Element nearest = null;
    for (Element element : annotated) {
      if (annotated.stream()
          .anyMatch(other -> place(other) != place(element) && isBelow(other, element))) {
        continue;
      }
      if (nearest == null) {
        nearest = element;
      } else if (!said(element).equals(said(nearest))) {
        throw new Refusal(
            api,
            label(group)
                + " inherits two different @Retryable, from "
                + place(nearest)
                + " and "
                + place(element)
                + "; annotate it in the interface that inherits both");
      }
    }
    return nearest;
  }

  private Map<String, String> said(Element element) {
    AnnotationMirror annotation = Attributes.annotationOf(element);
    return annotation == null ? Map.of() : attributes.read(annotation);
  }

  private boolean isBelow(Element one, Element other) {
    return types.isSubtype(
        types.erasure(place(one).asType()), types.erasure(place(other).asType()));
  }

  private static Element place(Element element) {
    return element instanceof ExecutableElement method ? Declarations.ownerOf(method) : element;
  }

  private Kind kind(Group group) throws Refusal {
    TypeMirror returned = types.erasure(group.type().getReturnType());
    List<String> parameters =
        group.type().getParameterTypes().stream().map(type -> nameOf(types.erasure(type))).toList();
    try {
      if (RetryMethod.isAsynchronous(
          label(group), parameters, nameOf(returned), name -> isA(returned, name))) {
        return Kind.ANSWERS_LATER;
      }
    } catch (IllegalArgumentException refused) {
      throw new Refusal(group.nearest(), String.valueOf(refused.getMessage()));
    }
    if (returned.getKind() == TypeKind.VOID) {
      return Kind.RETURNS_NOTHING;
    }
    return nameOf(returned).equals("java.lang.Object") ? Kind.RETURNS_ANYTHING : Kind.RETURNS;
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
    int last = method.getParameters().size() - 1;
    for (int i = 0; i <= last; i++) {
      String text = TypeText.of(type.getParameterTypes().get(i));
      if (i == last && method.isVarArgs()) {
        text = text.substring(0, text.length() - "[]".length()) + "...";
      }
      String name = method.getParameters().get(i).getSimpleName().toString();
      parameters.add(new Parameter(text, name));
    }
    return parameters;
  }

  private List<String> erasedParameters(ExecutableElement method) {
    List<String> erased = new ArrayList<>();
    for (VariableElement parameter : method.getParameters()) {
      erased.add(TypeText.of(types.erasure(parameter.asType())) + ".class");
    }
    return erased;
  }

  /** Interface, method and parameters, as a proxy names them. */
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
