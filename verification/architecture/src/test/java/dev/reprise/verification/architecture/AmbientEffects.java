package dev.reprise.verification.architecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;

/** The effects that a pure function must not use. */
final class AmbientEffects {

  private static final List<String> PACKAGES =
      List.of("java.io", "java.nio", "java.net", "java.util.logging", "java.util.concurrent.locks");

  private static final Set<String> TYPES =
      Set.of(
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.lang.System$Logger",
          "java.security.SecureRandom",
          "java.time.Clock",
          "java.util.Timer",
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.Executors",
          "java.util.concurrent.ThreadLocalRandom");

  private static final Set<String> MEMBERS =
      Set.of(
          "java.lang.Math.random",
          "java.lang.StrictMath.random",
          "java.lang.System.currentTimeMillis",
          "java.lang.System.err",
          "java.lang.System.getLogger",
          "java.lang.System.in",
          "java.lang.System.nanoTime",
          "java.lang.System.out",
          "java.util.Random.<init>",
          "java.util.SplittableRandom.<init>",
          "java.util.UUID.randomUUID",
          "java.util.random.RandomGenerator.getDefault",
          "java.util.random.RandomGenerator.of");

  // The text form of a policy finds its classes through the context class loader.
  private static final Set<String> ALLOWED =
      Set.of("java.lang.Thread.currentThread", "java.lang.Thread.getContextClassLoader");

  private AmbientEffects() {}

  static boolean isUsedBy(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String member = owner.getName() + "." + access.getName();
    if (ALLOWED.contains(member) || owner.isAssignableTo(Throwable.class)) {
      return false;
    }
    return MEMBERS.contains(member)
        || TYPES.contains(owner.getName())
        || isReadingWallTime(owner, access.getName())
        || PACKAGES.stream().anyMatch(root -> isWithin(root, owner.getPackageName()));
  }

  private static boolean isReadingWallTime(JavaClass owner, String member) {
    return owner.getPackageName().equals("java.time") && member.equals("now");
  }

  private static boolean isWithin(String root, String packageName) {
    return packageName.equals(root) || packageName.startsWith(root + ".");
  }
}
