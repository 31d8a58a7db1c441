package dev.reprise.spring.beans;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Calls that a bean makes of its own retried methods on {@code this}, which do not pass its proxy.
 * Found in the byte code of its classes. A call within a retried method is not reported: it is part
 * of that method's attempts.
 */
final class SelfInvocations {

  private final Map<String, RetriedMethod> retried = new HashMap<>();
  private final Set<String> types = new LinkedHashSet<>();
  private final Set<String> found = new LinkedHashSet<>();

  private SelfInvocations() {}

  /** The calls, such as {@code OrderService.place calls OrderService.find(String)}. */
  static List<String> of(RetriedType type) {
    SelfInvocations calls = new SelfInvocations();
    Class<?> owner = type.type();
    if (owner.isInterface()) {
      return List.of();
    }
    for (Class<?> each : BeanMethods.hierarchy(owner)) {
      calls.types.add(Type.getInternalName(each));
    }
    for (Method method : BeanMethods.of(owner)) {
      type.method(method)
          .ifPresent(
              rule -> calls.retried.put(method.getName() + Type.getMethodDescriptor(method), rule));
    }
    for (Class<?> each = owner; each != null && each != Object.class; ) {
      calls.scan(each);
      each = each.getSuperclass();
    }
    return List.copyOf(calls.found);
  }

  private void scan(Class<?> type) {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream bytes = type.getResourceAsStream(file)) {
      if (bytes != null) {
        new ClassReader(bytes)
            .accept(
                new Methods(type.getSimpleName()),
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      }
    } catch (IOException | IllegalArgumentException unreadable) {
      // A class without readable byte code, for example of a newer Java, is not examined.
      return;
    }
  }

  /** The methods of one class. */
  private final class Methods extends ClassVisitor {

    private final String type;

    Methods(String type) {
      super(SpringAsmInfo.ASM_VERSION);
      this.type = type;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      String caller = enclosing(name);
      boolean hasThis = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE)) == 0;
      boolean lambda = !caller.equals(name);
      if (!hasThis || (lambda ? isRetried(caller) : retried.containsKey(name + descriptor))) {
        return null;
      }
      return new ThisTracker(types, called -> add(type + "." + caller, retried.get(called)));
    }
  }

  private void add(String caller, @Nullable RetriedMethod called) {
    if (called != null) {
      found.add(caller + " calls " + called);
    }
  }

  private boolean isRetried(String name) {
    return retried.keySet().stream().anyMatch(key -> key.startsWith(name + "("));
  }

  /** The method in whose source a lambda is; the name itself for other methods. */
  private static String enclosing(String name) {
    String[] parts = name.split("\\$", -1);
    return parts.length == 3 && parts[0].equals("lambda") ? parts[1] : name;
  }
}
