package dev.reprise.declared;

import static java.lang.invoke.MethodType.methodType;

import dev.reprise.internal.text.Suggestion;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fallback of a retried method: all methods with its name, the parameters of the retried method
 * and a failure. Of those that accept a failure, the one with the narrowest type is called.
 */
final class FallbackMethod {

  private final String name;
  private final List<Handler> handlers;
  private final boolean suspends;
  private final @Nullable Object target;

  private FallbackMethod(
      String name, List<Handler> handlers, boolean suspends, @Nullable Object target) {
    this.name = name;
    this.handlers = handlers;
    this.suspends = suspends;
    this.target = target;
  }

  /**
   * Finds the fallback of a method.
   *
   * @param name the attribute of the annotation
   * @param lookup has access to the methods; null to use public ones, and others that are open
   * @throws IllegalArgumentException if there is no method that fits, or one cannot be called
   */
  static FallbackMethod find(
      String name, ProxySignature retried, Class<?> targetClass, @Nullable Lookup lookup) {
    ProxyTypes types = ProxyTypes.ofClass(targetClass);
    List<Class<?>> all = types.signature(retried.method()).parameters();
    List<Class<?>> parameters = withoutContinuation(all);
    boolean suspends = parameters.size() < all.size();
    List<Method> named = named(name, targetClass, types);
    List<Handler> handlers = new ArrayList<>();
    for (Method method : named) {
      List<Class<?>> declared = types.signature(method).parameters();
      List<Class<?>> taken = withoutContinuation(declared);
      boolean continues = taken.size() < declared.size();
      if ((suspends || !continues)
          && isFallback(taken)
          && taken.subList(0, taken.size() - 1).equals(parameters)
          && fits(retried.returnType(), types.returnType(method))) {
        Class<?> failure = taken.get(taken.size() - 1);
        if (handlers.stream().noneMatch(known -> known.failure == failure)) {
          checkThrown(name, retried, method);
          handlers.add(new Handler(failure, method, handle(retried, method, lookup), continues));
        }
      }
    }
    if (handlers.isEmpty()) {
      throw new IllegalArgumentException(missing(name, retried, parameters, targetClass, named));
    }
    // A class is below another one only if it has more superclasses.
    handlers.sort(Comparator.comparingInt(handler -> -depth(handler.failure)));
    return new FallbackMethod(name, List.copyOf(handlers), suspends, null);
  }

  /** The parameters of a suspend function as its callers see them. */
  private static List<Class<?>> withoutContinuation(List<Class<?>> parameters) {
    List<String> names = parameters.stream().map(Class::getName).toList();
    return ReturnTypes.isSuspending(names)
        ? parameters.subList(0, parameters.size() - 1)
        : parameters;
  }

  /** Returns whether a method may be a fallback: its last parameter is a failure. */
  static boolean isFallback(List<Class<?>> parameters) {
    List<Class<?>> taken = withoutContinuation(parameters);
    return !taken.isEmpty() && Throwable.class.isAssignableFrom(taken.get(taken.size() - 1));
  }

  /** Interfaces first: their methods can be called on a proxy. */
  private static List<Method> named(String name, Class<?> targetClass, ProxyTypes types) {
    Set<Class<?>> places = new LinkedHashSet<>(types.interfaces());
    for (Class<?> each = targetClass; each != null; each = each.getSuperclass()) {
      places.add(each);
    }
    return places.stream()
        .flatMap(place -> Stream.of(place.getDeclaredMethods()))
        .filter(method -> method.getName().equals(name) && !method.isBridge())
        .filter(method -> !method.getDeclaringClass().isInterface() || isMember(method))
        .toList();
  }

  private static boolean isMember(Method method) {
    return (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
  }

  private static boolean fits(Class<?> wanted, Class<?> returned) {
    return wanted.isAssignableFrom(returned);
  }

  private static int depth(Class<?> type) {
    int depth = 0;
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      depth++;
    }
    return depth;
  }

  /** An undeclared exception would arrive wrapped at the caller of a blocking method. */
  private static void checkThrown(String name, ProxySignature retried, Method fallback) {
    ProxyMethod.Kind kind = retried.kind();
    if (kind == ProxyMethod.Kind.ANSWERS_LATER || kind == ProxyMethod.Kind.ADAPTED) {
      return;
    }
    for (Class<?> thrown : fallback.getExceptionTypes()) {
      boolean checked =
          !RuntimeException.class.isAssignableFrom(thrown) && !Error.class.isAssignableFrom(thrown);
      if (checked && retried.thrown().noneMatch(declared -> declared.isAssignableFrom(thrown))) {
        throw new IllegalArgumentException(
            head(name, retried)
                + shown(fallback)
                + " throws "
                + thrown.getName()
                + ", which the retried method does not declare");
      }
    }
  }

  private static MethodHandle handle(
      ProxySignature retried, Method method, @Nullable Lookup lookup) {
    try {
      MethodHandle handle = unreflected(method, lookup).asFixedArity();
      MethodHandle spread = handle.asSpreader(Object[].class, method.getParameterCount());
      return (Modifier.isStatic(method.getModifiers())
              ? MethodHandles.dropArguments(spread, 0, Object.class)
              : spread)
          .asType(methodType(Object.class, Object.class, Object[].class));
    } catch (IllegalAccessException hidden) {
      throw new IllegalArgumentException(
          head(method.getName(), retried)
              + shown(method)
              + " of "
              + method.getDeclaringClass().getName()
              + " cannot be called: it must be public, in an exported package, or in a package that"
              + " is open to "
              + FallbackMethod.class.getModule(),
          hidden);
    }
  }

  private static MethodHandle unreflected(Method method, @Nullable Lookup lookup)
      throws IllegalAccessException {
    try {
      return (lookup == null ? MethodHandles.publicLookup() : lookup).unreflect(method);
    } catch (IllegalAccessException hidden) {
      if (method.trySetAccessible()) {
        return MethodHandles.lookup().unreflect(method);
      }
      throw hidden;
    }
  }

  private static String missing(
      String name,
      ProxySignature retried,
      List<Class<?>> parameters,
      Class<?> targetClass,
      List<Method> named) {
    String expected =
        Stream.concat(parameters.stream(), Stream.of(Throwable.class))
            .map(Class::getSimpleName)
            .collect(
                Collectors.joining(
                    ", ",
                    retried.returnType().getSimpleName() + " " + Suggestion.shown(name) + "(",
                    ")"));
    String there =
        named.isEmpty()
            ? "there is no method with this name"
            : "there is only "
                + named.stream()
                    .map(FallbackMethod::shown)
                    .distinct()
                    .collect(Collectors.joining(" and "));
    return head(name, retried)
        + targetClass.getSimpleName()
        + " needs a method "
        + expected
        + ", or with a subclass of Throwable; "
        + there;
  }

  private static String head(String name, ProxySignature retried) {
    return retried + ": @Retryable(fallback = \"" + Suggestion.shown(name) + "\"): ";
  }

  private static String shown(Method method) {
    return method.getReturnType().getSimpleName()
        + " "
        + ProxyTypes.Signature.erased(method).toString();
  }

  /** The attribute of the annotation. */
  String name() {
    return name;
  }

  /** A copy that calls methods of this object where the proxy does not have them. */
  FallbackMethod of(Object owner) {
    return new FallbackMethod(name, handlers, suspends, owner);
  }

  /**
   * Calls the fallback, or throws the failure if no fallback accepts it.
   *
   * @param proxy the object that was called
   * @param other the object behind it, if none was set
   */
  @Nullable Object call(
      Throwable failure,
      @Nullable Object proxy,
      @Nullable Object other,
      @Nullable Object @Nullable [] arguments)
      throws Throwable {
    for (Handler handler : handlers) {
      if (handler.failure.isInstance(failure)) {
        @Nullable Object[] all = handler.arguments(failure, arguments, suspends);
        Object receiver = handler.isCalledOn(proxy) ? proxy : target == null ? other : target;
        return (Object) handler.handle.invokeExact(receiver, all);
      }
    }
    throw failure;
  }

  /**
   * One of the methods; the handle takes the object and the array of arguments.
   *
   * @param continues true for a suspend function, which takes the continuation of the caller
   */
  private record Handler(Class<?> failure, Method method, MethodHandle handle, boolean continues) {

    /**
     * The values of the caller, the failure, and the continuation.
     *
     * @param suspends true if the last argument of the caller is a continuation
     */
    @Nullable Object[] arguments(
        Throwable thrown, @Nullable Object @Nullable [] ofCaller, boolean suspends) {
      @Nullable Object[] given = ofCaller == null ? new Object[0] : ofCaller;
      int values = suspends ? given.length - 1 : given.length;
      @Nullable Object[] all = Arrays.copyOf(given, continues ? values + 2 : values + 1);
      all[values] = thrown;
      if (continues) {
        all[values + 1] = given[values];
      }
      return all;
    }

    /** On the proxy if it has the method, so that annotations of the fallback itself count. */
    boolean isCalledOn(@Nullable Object proxy) {
      return method.getDeclaringClass().isInstance(proxy)
          && !Modifier.isPrivate(method.getModifiers())
          && !Modifier.isFinal(method.getModifiers());
    }
  }
}
