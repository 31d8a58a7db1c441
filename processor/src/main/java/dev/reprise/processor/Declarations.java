package dev.reprise.processor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The methods of an interface, each with all methods that it overrides. */
final class Declarations {

  private final Types types;
  private final DeclaredType api;
  private final Set<TypeElement> interfaces = new LinkedHashSet<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<ExecutableElement> notOverridable = new ArrayList<>();

  Declarations(TypeElement api, Types types, Elements elements) {
    this.types = types;
    this.api = (DeclaredType) api.asType();
    addInterfaces(api);
    for (TypeElement type : interfaces) {
      for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
        if (Stream.of(Modifier.STATIC, Modifier.PRIVATE)
            .noneMatch(method.getModifiers()::contains)) {
          addMethod(method);
        } else {
          notOverridable.add(method);
        }
      }
    }
    TypeElement object = elements.getTypeElement("java.lang.Object");
    for (ExecutableElement method : ElementFilter.methodsIn(object.getEnclosedElements())) {
      for (Group group : groups) {
        group.ofObject |= method.getModifiers().contains(Modifier.PUBLIC) && group.has(method);
      }
    }
  }

  private void addInterfaces(TypeElement type) {
    if (interfaces.add(type)) {
      for (TypeMirror superinterface : type.getInterfaces()) {
        addInterfaces((TypeElement) types.asElement(superinterface));
      }
    }
  }

  private void addMethod(ExecutableElement method) {
    for (Group group : groups) {
      if (group.has(method)) {
        group.add(method);
        return;
      }
    }
    groups.add(new Group(method));
  }

  static TypeElement ownerOf(ExecutableElement method) {
    return (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
  }

  /** Returns the interface itself, followed by its superinterfaces. */
  Set<TypeElement> interfaces() {
    return interfaces;
  }

  List<Group> groups() {
    return groups;
  }

  /** Returns static and private methods, which a decorator cannot override. */
  List<ExecutableElement> notOverridable() {
    return notOverridable;
  }

  /** A method with all methods that it overrides. */
  final class Group {

    private final List<ExecutableElement> declarations = new ArrayList<>();
    private ExecutableElement nearest;
    private boolean ofObject;

    Group(ExecutableElement method) {
      declarations.add(method);
      nearest = method;
    }

    boolean has(ExecutableElement method) {
      if (!method.getSimpleName().equals(nearest.getSimpleName())) {
        return false;
      }
      ExecutableType one = typeOf(nearest);
      ExecutableType other = typeOf(method);
      return types.isSubsignature(one, other) || types.isSubsignature(other, one);
    }

    private void add(ExecutableElement method) {
      declarations.add(method);
      if (isBelow(method, nearest) || hasNarrowerResult(method, nearest)) {
        nearest = method;
      }
    }

    private boolean isBelow(ExecutableElement lower, ExecutableElement upper) {
      return types.isSubtype(
          types.erasure(ownerOf(lower).asType()), types.erasure(ownerOf(upper).asType()));
    }

    /**
     * Returns whether an unrelated declaration has a narrower return type, which implements both.
     */
    private boolean hasNarrowerResult(ExecutableElement candidate, ExecutableElement known) {
      TypeMirror wide = typeOf(known).getReturnType();
      TypeMirror narrow = typeOf(candidate).getReturnType();
      return !isBelow(known, candidate)
          && !types.isSameType(narrow, wide)
          && types.isSubtype(types.erasure(narrow), types.erasure(wide));
    }

    List<ExecutableElement> declarations() {
      return declarations;
    }

    ExecutableElement nearest() {
      return nearest;
    }

    ExecutableType type() {
      return typeOf(nearest);
    }

    boolean isOfObject() {
      return ofObject;
    }

    /** Returns the exceptions that every declaration allows. */
    List<TypeMirror> thrown() {
      List<TypeMirror> all = new ArrayList<>();
      for (ExecutableElement declaration : declarations) {
        for (TypeMirror type : thrownBy(declaration)) {
          if (declarations.stream().allMatch(other -> allows(other, type))
              && all.stream().noneMatch(known -> types.isSameType(known, type))) {
            all.add(type);
          }
        }
      }
      return all;
    }

    private boolean allows(ExecutableElement declaration, TypeMirror thrown) {
      return thrownBy(declaration).stream().anyMatch(declared -> types.isSubtype(thrown, declared));
    }

    /** Returns the exceptions of a declaration, with the type variables of the nearest one. */
    private List<TypeMirror> thrownBy(ExecutableElement declaration) {
      List<? extends TypeParameterElement> own = declaration.getTypeParameters();
      List<? extends TypeMirror> nearest = type().getTypeVariables();
      List<TypeMirror> thrown = new ArrayList<>();
      for (TypeMirror declared : typeOf(declaration).getThrownTypes()) {
        int variable = own.indexOf(types.asElement(declared));
        if (variable < 0) {
          thrown.add(declared);
        } else {
          thrown.add(variable < nearest.size() ? nearest.get(variable) : types.erasure(declared));
        }
      }
      return thrown;
    }

    private ExecutableType typeOf(ExecutableElement method) {
      boolean notInInterface = !interfaces.contains(ownerOf(method));
      return (ExecutableType) (notInInterface ? method.asType() : types.asMemberOf(api, method));
    }
  }
}
