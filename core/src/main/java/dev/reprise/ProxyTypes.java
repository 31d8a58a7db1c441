package dev.reprise;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An interface with all interfaces above it, and what their type variables stand for in it: in
 * {@code interface Orders extends Store<Order>}, the {@code T} of {@code Store<T>} is {@code
 * Order}.
 */
final class ProxyTypes {

  private final Set<Class<?>> interfaces = new LinkedHashSet<>();
  private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

  ProxyTypes(Class<?> api) {
    add(api);
  }

  private void add(Class<?> type) {
    if (!interfaces.add(type)) {
      return;
    }
    for (Type above : type.getGenericInterfaces()) {
      if (above instanceof ParameterizedType generic) {
        TypeVariable<?>[] variables = ((Class<?>) generic.getRawType()).getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
          arguments.put(variables[i], generic.getActualTypeArguments()[i]);
        }
      }
      add(erased(above));
    }
  }

  /** The interface itself, then those above it. */
  Set<Class<?>> interfaces() {
    return interfaces;
  }

  /** What two methods have in common of which one overrides the other. */
  Signature signature(Method method) {
    return new Signature(
        method.getName(),
        Stream.of(method.getGenericParameterTypes()).<Class<?>>map(this::erased).toList());
  }

  Class<?> returnType(Method method) {
    return erased(method.getGenericReturnType());
  }

  private Class<?> erased(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    if (type instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    if (type instanceof GenericArrayType array) {
      return erased(array.getGenericComponentType()).arrayType();
    }
    if (type instanceof WildcardType wildcard) {
      return erased(wildcard.getUpperBounds()[0]);
    }
    TypeVariable<?> variable = (TypeVariable<?>) type;
    Type argument = arguments.get(variable);
    return erased(argument != null ? argument : variable.getBounds()[0]);
  }

  /** Name and erased parameters. */
  record Signature(String name, List<Class<?>> parameters) {

    static Signature erased(Method method) {
      return new Signature(method.getName(), List.of(method.getParameterTypes()));
    }

    @Override
    public String toString() {
      return name
          + "("
          + String.join(", ", parameters.stream().map(Class::getSimpleName).toList())
          + ")";
    }
  }
}
