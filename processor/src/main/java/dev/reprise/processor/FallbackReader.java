package dev.reprise.processor;

import dev.reprise.processor.Declarations.Group;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Finds the fallback of a method among the methods of the interface. */
final class FallbackReader {

  private static final Pattern QUALIFIER = Pattern.compile("(?:[\\p{L}\\w$]+\\.)+");

  private final Types types;
  private final Declarations declarations;
  private final String api;
  private final TypeMirror throwable;
  private final List<TypeMirror> unchecked;

  FallbackReader(String api, Declarations declarations, Types types, Elements elements) {
    this.api = api;
    this.declarations = declarations;
    this.types = types;
    throwable = type(elements, "java.lang.Throwable");
    unchecked =
        List.of(type(elements, "java.lang.RuntimeException"), type(elements, "java.lang.Error"));
  }

  private static TypeMirror type(Elements elements, String name) {
    return elements.getTypeElement(name).asType();
  }

  /** Returns true if a method may be a fallback: its last parameter is a failure. */
  boolean isFallback(Group group) {
    List<? extends TypeMirror> taken = group.type().getParameterTypes();
    return !taken.isEmpty() && types.isSubtype(last(taken), throwable);
  }

  private static TypeMirror last(List<? extends TypeMirror> all) {
    return all.get(all.size() - 1);
  }

  /**
   * The failures that the fallback of a method accepts, as source text, the narrowest first.
   *
   * @param head begin of messages
   * @throws IllegalArgumentException if no method fits
   */
  List<String> failures(String head, String name, Group retried, boolean asynchronous) {
    List<Group> named =
        declarations.groups().stream()
            .filter(group -> group.nearest().getSimpleName().contentEquals(name))
            .toList();
    List<TypeMirror> failures = new ArrayList<>();
    for (Group group : named) {
      if (isFallback(group) && fits(retried.type(), group.type())) {
        if (!asynchronous) {
          checkThrown(head, retried, group);
        }
        failures.add(types.erasure(last(group.type().getParameterTypes())));
      }
    }
    if (failures.isEmpty()) {
      throw new IllegalArgumentException(head + missing(name, retried, named));
    }
    failures.sort((one, other) -> Integer.compare(depth(other), depth(one)));
    return failures.stream().map(TypeText::of).toList();
  }

  /** Type arguments are compared by the compiler if one of the methods has type variables. */
  private boolean fits(ExecutableType retried, ExecutableType fallback) {
    boolean generic =
        !retried.getTypeVariables().isEmpty() || !fallback.getTypeVariables().isEmpty();
    List<? extends TypeMirror> wanted = retried.getParameterTypes();
    List<? extends TypeMirror> taken = fallback.getParameterTypes();
    if (taken.size() != wanted.size() + 1) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      boolean same = types.isSameType(types.erasure(wanted.get(i)), types.erasure(taken.get(i)));
      if (!same || !(generic || types.isAssignable(wanted.get(i), taken.get(i)))) {
        return false;
      }
    }
    TypeMirror result = types.erasure(retried.getReturnType());
    TypeMirror replaced = types.erasure(fallback.getReturnType());
    if (result.getKind() == TypeKind.VOID || result.getKind().isPrimitive()) {
      return types.isSameType(result, replaced);
    }
    return replaced.getKind() != TypeKind.VOID
        && types.isSubtype(replaced, result)
        && (generic || types.isAssignable(fallback.getReturnType(), retried.getReturnType()));
  }

  private void checkThrown(String head, Group retried, Group fallback) {
    for (TypeMirror thrown : fallback.type().getThrownTypes()) {
      boolean allowed =
          Stream.concat(unchecked.stream(), retried.thrown().stream())
              .anyMatch(
                  declared -> types.isSubtype(types.erasure(thrown), types.erasure(declared)));
      if (!allowed) {
        throw new IllegalArgumentException(
            head
                + shown(fallback)
                + " throws "
                + TypeText.of(thrown)
                + ", which the retried method does not declare");
      }
    }
  }

  private int depth(TypeMirror type) {
    List<? extends TypeMirror> above = types.directSupertypes(type);
    return above.isEmpty() ? 0 : 1 + depth(above.get(0));
  }

  private String missing(String name, Group retried, List<Group> named) {
    String expected =
        Stream.concat(retried.type().getParameterTypes().stream(), Stream.of(throwable))
            .map(this::simple)
            .collect(
                Collectors.joining(
                    ", ",
                    simple(retried.type().getReturnType())
                        + " "
                        + PrintableText.oneLine(name)
                        + "(",
                    ")"));
    String there =
        named.isEmpty()
            ? "there is no method with this name"
            : "there is only "
                + named.stream().map(this::shown).collect(Collectors.joining(" and "));
    return api + " needs a method " + expected + ", or with a subclass of Throwable; " + there;
  }

  private String shown(Group group) {
    return group.type().getParameterTypes().stream()
        .map(this::simple)
        .collect(
            Collectors.joining(
                ", ",
                simple(group.type().getReturnType()) + " " + group.nearest().getSimpleName() + "(",
                ")"));
  }

  private String simple(TypeMirror type) {
    return QUALIFIER.matcher(TypeText.of(type)).replaceAll("");
  }
}
