package dev.reprise.declared;

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
import org.jspecify.annotations.Nullable;

/**
 * An interface with its superinterfaces, or all interfaces of a class, with the types of their type
 * variables: in {@code interface Orders extends Store<Order>}, the {@code T} of {@code Store<T>} is
 * {@code Order}.
 */
final class ProxyTypes {

  private final Set<Class<?>> interfaces = new LinkedHashSet<>();
  private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

  private ProxyTypes() {}

  ProxyTypes(Class<?> api) {
    add(api);
  }

  /** All interfaces of a class. */
  static ProxyTypes ofClass(Class<?> type) {
    ProxyTypes types = new ProxyTypes();
    if (type.isInterface()) {
      types.add(type);
    }
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      types.addInterfacesOf(each);
      types.learn(each.getGenericSuperclass());
    }
    return types;
  }

  private void add(Class<?> type) {
    if (interfaces.add(type)) {
      addInterfacesOf(type);
    }
  }

  private void addInterfacesOf(Class<?> type) {
    for (Type above : type.getGenericInterfaces()) {
      learn(above);
      add(erased(above));
    }
  }

  private void learn(@Nullable Type above) {
    if (above instanceof ParameterizedType generic) {
      TypeVariable<?>[] variables = ((Class<?>) generic.getRawType()).getTypeParameters();
      for (int i = 0; i < variables.length; i++) {
        arguments.put(variables[i], generic.getActualTypeArguments()[i]);
      }
    }
  }

  /** The interface itself, then those above it. */
  Set<Class<?>> interfaces() {
    return interfaces;
  }

  /** Signature that two methods share if one overrides the other. */
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

    /**
     * Written out: the generated method of a record prevents class unloading once it was called.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Signature that
          && name.equals(that.name)
          && parameters.equals(that.parameters);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + parameters.hashCode();
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
