package dev.reprise;

import dev.reprise.MethodAnnotations.Found;
import dev.reprise.ProxyTypes.Signature;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All methods of an interface, as a proxy calls them. */
final class ProxyTable {

  private static final List<Method> OF_OBJECT = List.of(Object.class.getMethods());

  private final Map<Method, ProxyMethod> methods = new HashMap<>();
  private final List<RetryMethod> rules = new ArrayList<>();
  private final Retry retry;
  private final @Nullable RetrySource source;
  private final MethodAnnotations annotations;

  ProxyTable(
      Retry retry,
      @Nullable RetrySource source,
      Class<?> api,
      Object target,
      @Nullable Lookup lookup) {
    this.retry = retry;
    this.source = source;
    ProxyHandles handles = new ProxyHandles(api, lookup);
    ProxyTypes types = new ProxyTypes(api);
    annotations = new MethodAnnotations(types.interfaces(), target.getClass());
    for (ProxySignature signature : signatures(api, types)) {
      int index = rules.size();
      ProxyMethod.Kind kind = kindOf(signature);
      for (Method method : api.getMethods()) {
        if (!Modifier.isStatic(method.getModifiers()) && signature.isCalledBy(method)) {
          methods.put(method, new ProxyMethod(kind, handles.handle(method, target), index));
        }
      }
    }
  }

  private static Iterable<ProxySignature> signatures(Class<?> api, ProxyTypes types) {
    Map<Signature, ProxySignature> all = new LinkedHashMap<>();
    for (Class<?> type : types.interfaces()) {
      for (Method method : type.getDeclaredMethods()) {
        int modifiers = method.getModifiers();
        if (Modifier.isStatic(modifiers) || Modifier.isPrivate(modifiers)) {
          checkNotAnnotated(method);
        } else if (!method.isBridge()) {
          Signature signature = types.signature(method);
          Class<?> returns = types.returnType(method);
          ProxySignature known = all.get(signature);
          if (known == null) {
            String name = api.getSimpleName() + "." + signature;
            all.put(signature, new ProxySignature(name, method, returns));
          } else {
            known.add(method, returns);
          }
        }
      }
    }
    return all.values();
  }

  private static void checkNotAnnotated(Method method) {
    if (method.isAnnotationPresent(Retryable.class)) {
      throw new IllegalArgumentException(
          method.getDeclaringClass().getSimpleName()
              + "."
              + Signature.erased(method)
              + (Modifier.isStatic(method.getModifiers()) ? " is static" : " is private")
              + ", so that no call of it can be retried");
    }
  }

  /** Adds the rule of a method that is retried. */
  private ProxyMethod.Kind kindOf(ProxySignature method) {
    boolean ofObject = OF_OBJECT.stream().anyMatch(method::isCalledBy);
    Found found = ofObject ? MethodAnnotations.onMethod(method) : annotations.find(method);
    if (found == null || !found.annotation().enabled()) {
      return ProxyMethod.Kind.PASSES;
    }
    if (ofObject) {
      throw new IllegalArgumentException(method + " is a method of Object and cannot be retried");
    }
    ProxyMethod.Kind kind = method.kind();
    Map<String, String> attributes = MethodSettings.of(found.annotation());
    ClassLoader loader = found.place().getClassLoader();
    rules.add(RetryMethod.of(retry, source, method.toString(), attributes, loader));
    return kind;
  }

  @Nullable ProxyMethod method(Method method) {
    return methods.get(method);
  }

  List<RetryMethod> rules() {
    return rules;
  }
}
