package dev.reprise.rewrite.internal.springretry;

import dev.reprise.rewrite.internal.AnnotationCode;
import dev.reprise.rewrite.internal.Exceptions;
import dev.reprise.rewrite.internal.Parameters;
import dev.reprise.rewrite.internal.Trees;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The {@code @Recover} methods of a class as fallbacks: the parameters of the retried method, then
 * the failure; in spring-retry the failure comes first, and parameters may be missing at the end.
 */
final class Recoveries {

  /** The attribute by which a prepared annotation names its fallback. */
  static final String FALLBACK = "fallback";

  private static final String RETRYABLE = "org.springframework.retry.annotation.Retryable";

  private final SpringRetryTranslation file;
  private final J.ClassDeclaration declaration;
  private final Map<UUID, String> fallbacks = new HashMap<>();
  private final Map<UUID, J.MethodDeclaration> retried = new HashMap<>();

  Recoveries(SpringRetryTranslation file, J.ClassDeclaration declaration) {
    this.file = file;
    this.declaration = declaration;
  }

  /** The class with changed fallbacks, named by the annotations of the retried methods. */
  J.ClassDeclaration prepared() {
    List<J.MethodDeclaration> recoveries = annotated(SpringRetryTranslation.RECOVER);
    if (recoveries.isEmpty()) {
      return declaration;
    }
    for (J.MethodDeclaration method : annotated(RETRYABLE)) {
      match(method, recoveries);
    }
    for (J.MethodDeclaration recovery : recoveries) {
      check(recovery);
    }
    return changed();
  }

  private J.ClassDeclaration changed() {
    List<Statement> statements =
        ListUtils.map(
            declaration.getBody().getStatements(),
            statement -> {
              if (!(statement instanceof J.MethodDeclaration method)) {
                return statement;
              }
              J.MethodDeclaration of = retried.get(method.getId());
              if (of != null && isAnnotated(method, SpringRetryTranslation.RECOVER)) {
                return fallback(method, of);
              }
              String name = fallbacks.get(method.getId());
              return name == null ? method : naming(method, name);
            });
    return declaration.withBody(declaration.getBody().withStatements(statements));
  }

  private List<J.MethodDeclaration> annotated(String annotation) {
    List<J.MethodDeclaration> methods = new ArrayList<>();
    for (Statement statement : declaration.getBody().getStatements()) {
      if (statement instanceof J.MethodDeclaration method && isAnnotated(method, annotation)) {
        methods.add(method);
      }
    }
    return methods;
  }

  private static boolean isAnnotated(J.MethodDeclaration method, String annotation) {
    return method.getLeadingAnnotations().stream()
        .anyMatch(it -> TypeUtils.isOfClassType(it.getType(), annotation));
  }

  private void match(J.MethodDeclaration method, List<J.MethodDeclaration> recoveries) {
    String wanted = wanted(method);
    List<J.MethodDeclaration> fitting =
        recoveries.stream()
            .filter(it -> wanted == null || it.getSimpleName().equals(wanted))
            .filter(it -> fits(it, method))
            .toList();
    long names = fitting.stream().map(J.MethodDeclaration::getSimpleName).distinct().count();
    if (names != 1) {
      file.reject(
          method,
          names == 0
              ? "no @Recover method fits this method"
              : "several @Recover methods with different names fit this method");
      return;
    }
    fallbacks.put(method.getId(), fitting.get(0).getSimpleName());
    for (J.MethodDeclaration recovery : fitting) {
      J.MethodDeclaration other = retried.putIfAbsent(recovery.getId(), method);
      if (other != null && !sameParameters(other, method)) {
        file.reject(recovery, "methods with different parameters use this @Recover method");
      }
    }
  }

  private static @Nullable String wanted(J.MethodDeclaration method) {
    for (J.Annotation annotation : method.getLeadingAnnotations()) {
      if (TypeUtils.isOfClassType(annotation.getType(), RETRYABLE)) {
        Expression name = AnnotationCode.of(annotation).value("recover");
        return name instanceof J.Literal literal ? String.valueOf(literal.getValue()) : null;
      }
    }
    return null;
  }

  private static boolean fits(J.MethodDeclaration recovery, J.MethodDeclaration method) {
    List<JavaType> expected = Parameters.types(method);
    List<JavaType> given = new ArrayList<>(Parameters.types(recovery));
    if (!given.isEmpty() && isFailure(given.get(0))) {
      given.remove(0);
    }
    boolean returns = TypeUtils.isOfType(returned(recovery), returned(method));
    if (!returns || given.size() > expected.size()) {
      return false;
    }
    for (int i = 0; i < given.size(); i++) {
      if (!TypeUtils.isOfType(given.get(i), expected.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable JavaType returned(J.MethodDeclaration method) {
    return method.getMethodType() == null ? null : method.getMethodType().getReturnType();
  }

  private static boolean isFailure(JavaType type) {
    return TypeUtils.isAssignableTo("java.lang.Throwable", type);
  }

  private static boolean sameParameters(J.MethodDeclaration one, J.MethodDeclaration other) {
    List<JavaType> types = Parameters.types(one);
    List<JavaType> others = Parameters.types(other);
    if (types.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < types.size(); i++) {
      if (!TypeUtils.isOfType(types.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  private void check(J.MethodDeclaration recovery) {
    J.MethodDeclaration method = retried.get(recovery.getId());
    if (method == null) {
      file.reject(recovery, "no @Retryable method of this class uses this @Recover method");
    } else if (isCalled(recovery)) {
      file.reject(recovery, "this @Recover method is also called by code");
    } else if (throwsMore(recovery, method)) {
      file.reject(
          recovery, "this @Recover method throws a checked exception that the other does not");
    } else if (!Parameters.canBecome(recovery, method, leads(recovery))) {
      file.reject(recovery, "a name of this method hides a parameter of the retried method");
    }
  }

  private static boolean throwsMore(J.MethodDeclaration recovery, J.MethodDeclaration method) {
    if (recovery.getMethodType() == null || method.getMethodType() == null) {
      return true;
    }
    List<JavaType> declared = method.getMethodType().getThrownExceptions();
    return recovery.getMethodType().getThrownExceptions().stream()
        .filter(Exceptions::isChecked)
        .anyMatch(
            thrown ->
                declared.stream()
                    .map(TypeUtils::asFullyQualified)
                    .noneMatch(
                        it ->
                            it != null
                                && TypeUtils.isAssignableTo(it.getFullyQualifiedName(), thrown)));
  }

  private boolean isCalled(J.MethodDeclaration recovery) {
    boolean[] called = {false};
    new JavaVisitor<Integer>() {
      @Override
      public J visitMethodInvocation(J.MethodInvocation call, Integer context) {
        JavaType.Method type = call.getMethodType();
        called[0] |=
            type != null
                && recovery.getMethodType() != null
                && call.getSimpleName().equals(recovery.getSimpleName())
                && TypeUtils.isOfType(
                    type.getDeclaringType(), recovery.getMethodType().getDeclaringType());
        return super.visitMethodInvocation(call, context);
      }
    }.visit(declaration, 0);
    return called[0];
  }

  private static boolean leads(J.MethodDeclaration recovery) {
    List<JavaType> types = Parameters.types(recovery);
    return !types.isEmpty() && isFailure(types.get(0));
  }

  private static J.MethodDeclaration fallback(
      J.MethodDeclaration recovery, J.MethodDeclaration method) {
    J.MethodDeclaration changed = Parameters.fallback(recovery, method, leads(recovery));
    List<J.Annotation> kept =
        ListUtils.map(
            changed.getLeadingAnnotations(),
            it ->
                TypeUtils.isOfClassType(it.getType(), SpringRetryTranslation.RECOVER) ? null : it);
    return withFirstPrefix(changed.withLeadingAnnotations(kept));
  }

  private static J.MethodDeclaration withFirstPrefix(J.MethodDeclaration method) {
    if (!method.getLeadingAnnotations().isEmpty()) {
      return method.withLeadingAnnotations(Trees.withoutFirstSpace(method.getLeadingAnnotations()));
    }
    if (!method.getModifiers().isEmpty()) {
      return method.withModifiers(Trees.withoutFirstSpace(method.getModifiers()));
    }
    return method.getReturnTypeExpression() == null
        ? method
        : method.withReturnTypeExpression(method.getReturnTypeExpression().withPrefix(Space.EMPTY));
  }

  private static J.MethodDeclaration naming(J.MethodDeclaration method, String fallback) {
    return method.withLeadingAnnotations(
        ListUtils.map(
            method.getLeadingAnnotations(),
            annotation ->
                TypeUtils.isOfClassType(annotation.getType(), RETRYABLE)
                    ? AnnotationCode.with(annotation, FALLBACK, fallback)
                    : annotation));
  }
}
