package dev.reprise.verification.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the code that a native image may need metadata for: calls that find classes, members,
 * services, resources or proxies at run time, native methods, and classes that are serialised. The
 * arguments of a call are not examined, so a call counts even if the image builder can evaluate it.
 */
final class ReflectiveCalls {

  /** Methods of {@link Class} that need no metadata: they read what each class of an image has. */
  private static final Set<String> HARMLESS_OF_CLASS =
      Set.of(
          "asSubclass",
          "cast",
          "componentType",
          "desiredAssertionStatus",
          "equals",
          "getClassLoader",
          "getComponentType",
          "getInterfaces",
          "getModifiers",
          "getModule",
          "getName",
          "getPackage",
          "getPackageName",
          "getSimpleName",
          "getSuperclass",
          "getTypeName",
          "hashCode",
          "isAnnotation",
          "isArray",
          "isAssignableFrom",
          "isEnum",
          "isInstance",
          "isInterface",
          "isPrimitive",
          "isRecord",
          "isSealed",
          "toString");

  /** Methods by class. A class without methods counts with all of them. */
  private static final Map<String, Set<String>> CALLS =
      Map.ofEntries(
          Map.entry("java.io.ObjectInputStream", Set.of()),
          Map.entry("java.io.ObjectOutputStream", Set.of()),
          Map.entry(
              "java.lang.ClassLoader",
              Set.of(
                  "defineClass",
                  "findClass",
                  "getResource",
                  "getResourceAsStream",
                  "getResources",
                  "getSystemResource",
                  "getSystemResourceAsStream",
                  "getSystemResources",
                  "loadClass",
                  "resources")),
          Map.entry("java.lang.Module", Set.of("getResourceAsStream")),
          Map.entry("java.lang.Runtime", Set.of("load", "loadLibrary")),
          Map.entry("java.lang.System", Set.of("load", "loadLibrary")),
          Map.entry("java.lang.invoke.LambdaMetafactory", Set.of()),
          Map.entry("java.lang.invoke.MethodHandleProxies", Set.of()),
          Map.entry("java.lang.invoke.MethodHandles$Lookup", Set.of()),
          Map.entry("java.lang.invoke.MethodType", Set.of("fromMethodDescriptorString")),
          Map.entry("java.lang.invoke.SerializedLambda", Set.of()),
          Map.entry("java.lang.reflect.AnnotatedElement", Set.of()),
          Map.entry("java.lang.reflect.Array", Set.of("newInstance")),
          Map.entry("java.lang.reflect.Constructor", Set.of("newInstance")),
          Map.entry("java.lang.reflect.Field", Set.of("get", "set")),
          Map.entry("java.lang.reflect.InvocationHandler", Set.of("invokeDefault")),
          Map.entry(
              "java.lang.reflect.Method",
              Set.of(
                  "getAnnotation",
                  "getAnnotations",
                  "getDeclaredAnnotation",
                  "getDeclaredAnnotations",
                  "invoke",
                  "isAnnotationPresent")),
          Map.entry("java.lang.reflect.Proxy", Set.of("getProxyClass", "newProxyInstance")),
          Map.entry("java.util.ResourceBundle", Set.of()),
          Map.entry("java.util.ServiceLoader", Set.of()),
          Map.entry("java.util.concurrent.atomic.AtomicIntegerFieldUpdater", Set.of("newUpdater")),
          Map.entry("java.util.concurrent.atomic.AtomicLongFieldUpdater", Set.of("newUpdater")),
          Map.entry(
              "java.util.concurrent.atomic.AtomicReferenceFieldUpdater", Set.of("newUpdater")),
          Map.entry(
              "org.springframework.util.ClassUtils",
              Set.of(
                  "forName",
                  "getConstructorIfAvailable",
                  "getMethod",
                  "getMethodIfAvailable",
                  "getStaticMethod",
                  "hasConstructor",
                  "hasMethod",
                  "isPresent",
                  "resolveClassName")));

  /** Packages and classes whose calls all count: reflection of other libraries, and memory. */
  private static final List<String> OWNERS =
      List.of(
          "java.beans.",
          "jdk.internal.misc.Unsafe",
          "kotlin.jvm.JvmClassMappingKt",
          "kotlin.reflect.full.",
          "kotlin.reflect.jvm.",
          "org.objectweb.asm.ClassReader",
          "org.springframework.asm.ClassReader",
          "org.springframework.util.ReflectionUtils",
          "sun.misc.Unsafe");

  private ReflectiveCalls() {}

  /** The findings in a class, each as {@code Class calls Owner.method} with short class names. */
  static Set<String> in(JavaClass type) {
    Set<String> found = new TreeSet<>();
    for (JavaAccess<?> access : type.getAccessesFromSelf()) {
      AccessTarget target = access.getTarget();
      if (counts(target)) {
        found.add(name(type) + " calls " + name(target.getOwner()) + "." + target.getName());
      }
    }
    for (JavaMethod method : type.getMethods()) {
      if (method.getModifiers().contains(JavaModifier.NATIVE)) {
        found.add(name(type) + " has the native method " + method.getName());
      }
    }
    if (isSerialised(type)) {
      found.add(name(type) + " is serialised");
    }
    return found;
  }

  private static boolean counts(AccessTarget target) {
    String owner = target.getOwner().getName();
    if (owner.equals("java.lang.Class")) {
      return !HARMLESS_OF_CLASS.contains(target.getName());
    }
    if (target.getName().equals("valueOf") && owner.equals("java.lang.Enum")) {
      return false; // each enum has such a method, and an image has the constants of each enum
    }
    Set<String> methods = CALLS.get(owner);
    if (methods != null) {
      return methods.isEmpty() || methods.contains(target.getName());
    }
    return OWNERS.stream().anyMatch(owner::startsWith);
  }

  /** A class that declares it; those that only inherit it, as failures do, are not meant to be. */
  private static boolean isSerialised(JavaClass type) {
    return !type.isInterface()
        && type.getRawInterfaces().stream()
            .anyMatch(declared -> declared.isEquivalentTo(Serializable.class));
  }

  /** The name of a class below its package. */
  static String name(JavaClass type) {
    String full = type.getName();
    return full.substring(full.lastIndexOf('.') + 1);
  }
}
