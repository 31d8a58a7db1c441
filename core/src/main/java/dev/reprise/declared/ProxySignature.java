package dev.reprise.declared;

import dev.reprise.declared.ProxyTypes.Signature;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A method of an interface with all methods that it overrides: it has all their annotations, and a
 * call may use the erased parameters of any of them.
 */
final class ProxySignature {

  private final String name;
  private final List<Method> declarations = new ArrayList<>();
  private final Set<Signature> erased = new HashSet<>();
  private Method nearest;
  private Class<?> returnType;

  ProxySignature(String name, Method declaration, Class<?> returns) {
    this.name = name;
    nearest = declaration;
    returnType = returns;
    add(declaration, returns);
  }

  ProxySignature add(Method declaration, Class<?> returns) {
    declarations.add(declaration);
    erased.add(Signature.erased(declaration));
    if (nearest.getDeclaringClass().isAssignableFrom(declaration.getDeclaringClass())) {
      nearest = declaration;
    }
    if (returnType.isAssignableFrom(returns)) {
      returnType = returns;
    }
    return this;
  }

  /** The declaration in the class, which decides the called method and its return type. */
  ProxySignature implementedBy(Method method, Class<?> returns) {
    erased.add(Signature.erased(method));
    nearest = method;
    returnType = returns;
    return this;
  }

  /** The nearest declaration, which decides the called method. */
  Method method() {
    return nearest;
  }

  Class<?> returnType() {
    return returnType;
  }

  /** All exceptions that a declaration names. */
  Stream<Class<?>> thrown() {
    return Stream.concat(Stream.of(nearest), declarations.stream())
        .flatMap(declaration -> Stream.of(declaration.getExceptionTypes()));
  }

  List<Method> declarations() {
    return declarations;
  }

  boolean isCalledBy(Method method) {
    return erased.contains(Signature.erased(method));
  }

  boolean isDefault() {
    return nearest.isDefault();
  }

  /** Handling of calls of the method. */
  ProxyMethod.Kind kind() {
    if (adapter() != null) {
      return ProxyMethod.Kind.ADAPTED;
    }
    if (ReturnTypes.isStage(returnType.getName())) {
      return ProxyMethod.Kind.ANSWERS_LATER;
    }
    if (returnType == void.class) {
      return ProxyMethod.Kind.RETURNS_NOTHING;
    }
    return returnType == Object.class
        ? ProxyMethod.Kind.RETURNS_ANYTHING
        : ProxyMethod.Kind.RETURNS;
  }

  /**
   * The adapter of a method whose result arrives later; null for other methods.
   *
   * @throws IllegalArgumentException if there is no adapter
   */
  @Nullable CallAdapter adapter() {
    List<String> parameters = Stream.of(nearest.getParameterTypes()).map(Class::getName).toList();
    String returns = returnType.getName();
    if (!ReturnTypes.needsAdapter(parameters, returns, above -> isA(returnType, above))) {
      return null;
    }
    CallAdapter found = CallAdapters.find(nearest, returnType);
    if (found == null) {
      throw new IllegalArgumentException(ReturnTypes.noAdapter(name, parameters, returns));
    }
    return found.forMethod(nearest, returnType);
  }

  private static boolean isA(Class<?> type, String name) {
    if (type.getName().equals(name)) {
      return true;
    }
    for (Class<?> above : type.getInterfaces()) {
      if (isA(above, name)) {
        return true;
      }
    }
    return type.getSuperclass() != null && isA(type.getSuperclass(), name);
  }

  /** Interface, method and parameters. */
  @Override
  public String toString() {
    return name;
  }
}
