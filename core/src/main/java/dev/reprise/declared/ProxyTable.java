package dev.reprise.declared;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.declared.ProxyTypes.Signature;
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

  private final Map<Method, ProxyMethod> methods = new HashMap<>();
  private final List<RetryMethod> rules = new ArrayList<>();
  private final Retry retry;
  private final @Nullable RetrySource source;
  private final MethodAnnotations annotations;
  private final Object target;
  private final @Nullable Lookup lookup;

  ProxyTable(
      Retry retry,
      @Nullable RetrySource source,
      Class<?> api,
      Object target,
      @Nullable Lookup lookup) {
    this.retry = retry;
    this.source = source;
    this.target = target;
    this.lookup = lookup;
    ProxyHandles handles = new ProxyHandles(api, lookup);
    ProxyTypes types = new ProxyTypes(api);
    annotations =
        new MethodAnnotations(
            types.interfaces(),
            target.getClass(),
            ProxyTypes.ofClass(target.getClass()),
            ComposedAnnotations::on);
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
          AnnotatedMethod.checkNotAnnotated(method, ComposedAnnotations::on);
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

  /** Adds the rule of a method that is retried. */
  private ProxyMethod.Kind kindOf(ProxySignature method) {
    RetryMethod rule =
        AnnotatedMethod.rule(
            retry,
            source,
            annotations,
            method,
            name -> FallbackMethod.find(name, method, target.getClass(), lookup).of(target));
    if (rule == null) {
      return ProxyMethod.Kind.PASSES;
    }
    rules.add(rule);
    return method.kind();
  }

  @Nullable ProxyMethod method(Method method) {
    return methods.get(method);
  }

  List<RetryMethod> rules() {
    return rules;
  }
}
