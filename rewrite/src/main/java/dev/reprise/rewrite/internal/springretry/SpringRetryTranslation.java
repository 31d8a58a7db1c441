package dev.reprise.rewrite.internal.springretry;

import dev.reprise.Fallback;
import dev.reprise.Retry;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import dev.reprise.rewrite.internal.Code;
import dev.reprise.rewrite.internal.Lambdas;
import dev.reprise.rewrite.internal.Peer;
import dev.reprise.rewrite.internal.SourceTranslation;
import dev.reprise.rewrite.internal.Trees;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeUtils;

/** Translates annotations, templates and calls of spring-retry. */
public final class SpringRetryTranslation extends SourceTranslation {

  private static final String ROOT = "org.springframework.retry.";
  static final String TEMPLATE = ROOT + "support.RetryTemplate";
  static final String BUILDER = ROOT + "support.RetryTemplateBuilder";
  private static final String OPERATIONS = ROOT + "RetryOperations";
  private static final String CONTEXT = ROOT + "RetryContext";
  private static final String RETRYABLE = ROOT + "annotation.Retryable";
  private static final String ENABLE = ROOT + "annotation.EnableRetry";
  static final String RECOVER = ROOT + "annotation.Recover";

  /** spring-retry 2. */
  public static final Peer SPRING_RETRY =
      new Peer(
          "spring-retry",
          "org.springframework.retry",
          List.of("org.springframework.retry"),
          Map.of(TEMPLATE, Retry.class, OPERATIONS, Retry.class, CONTEXT, Attempt.class),
          List.of(
              new Peer.Replacement(
                  "org.springframework.retry", "spring-retry", "reprise-spring-boot-starter")),
          Map.of(
              "SimpleRetryPolicy", ofParts(),
              "FixedBackOffPolicy", ofParts(),
              "ExponentialBackOffPolicy", ofParts(),
              "CircuitBreaker",
                  "Reprise has no circuit breaker; its guide shows how to combine it with one"));

  private static String ofParts() {
    return "a template that is assembled by setters has no counterpart; use"
        + " RetryTemplate.builder()";
  }

  /** Creates the translation of one file. */
  public SpringRetryTranslation() {
    super(SPRING_RETRY);
  }

  @Override
  public J visitMethodInvocation(J.MethodInvocation call, ExecutionContext context) {
    boolean builder =
        isCall(call, BUILDER, "build") && isCall(chain(call).get(0), TEMPLATE, "builder");
    if (builder || isCall(call, TEMPLATE, "defaultInstance")) {
      return new TemplateTranslation(this, call).translate(context);
    }
    J.MethodInvocation inner = (J.MethodInvocation) super.visitMethodInvocation(call, context);
    if (isCall(call, TEMPLATE, "execute") || isCall(call, OPERATIONS, "execute")) {
      return execution(inner);
    }
    return isCall(call, CONTEXT) ? attempt(inner) : inner;
  }

  @Override
  public J visitNewClass(J.NewClass creation, ExecutionContext context) {
    if (TypeUtils.isOfClassType(creation.getType(), TEMPLATE)) {
      refuse(creation, ofParts());
    }
    return super.visitNewClass(creation, context);
  }

  Expression visited(Expression part, Cursor surroundings, ExecutionContext context) {
    return (Expression) visitNonNull(part, context, surroundings);
  }

  private J execution(J.MethodInvocation call) {
    List<Expression> arguments = argumentsOf(call);
    Expression template = call.getSelect();
    Expression operation = Lambdas.as(AttemptOperation.class, arguments.get(0));
    if (template == null || operation == null) {
      refuse(call, "the callback is a variable; write it as a lambda");
      return call;
    }
    if (arguments.size() == 1) {
      J.MethodInvocation ours = Code.call(template, dot(call), Retry.class, "callWith", operation);
      return placed(call, withTypeArguments(ours, call));
    }
    Expression recovery = arguments.size() == 2 ? recovery(arguments.get(1)) : null;
    if (recovery == null) {
      refuse(call, "stateful retries and recoveries that use the context have no counterpart");
      return call;
    }
    return placed(
        call, Code.call(template, dot(call), Retry.class, "callWithOrElse", operation, recovery));
  }

  /** A recovery callback that asks its context at most for the last failure. */
  private static @Nullable Expression recovery(Expression callback) {
    if (!(callback instanceof J.Lambda lambda)) {
      return null;
    }
    J.Identifier context = Lambdas.parameter(lambda);
    if (context == null) {
      return null;
    }
    RecoveryContext uses = new RecoveryContext(context.getSimpleName());
    J.Lambda translated = (J.Lambda) uses.visitNonNull(lambda, 0);
    return uses.onlyAsksForFailure() ? Lambdas.as(Fallback.class, translated) : null;
  }

  private static Space dot(J.MethodInvocation call) {
    return call.getPadding().getSelect() == null
        ? Space.EMPTY
        : call.getPadding().getSelect().getAfter();
  }

  /** Result and exception of both methods are the same type parameters. */
  private static J.MethodInvocation withTypeArguments(
      J.MethodInvocation ours, J.MethodInvocation call) {
    return ours.getPadding().withTypeParameters(call.getPadding().getTypeParameters());
  }

  private static J placed(J.MethodInvocation call, J.MethodInvocation replacement) {
    return Code.returning(replacement, call.getType())
        .withPrefix(call.getPrefix())
        .withId(call.getId());
  }

  /** The context of an attempt: counted from 1 here, as retries from 0 in spring-retry. */
  private J attempt(J.MethodInvocation call) {
    Expression context = call.getSelect();
    if (context == null) {
      return call;
    }
    Expression plain = context.withPrefix(Space.EMPTY);
    Expression translated =
        switch (call.getSimpleName()) {
          case "getRetryCount" -> Code.minus(Code.call(plain, Attempt.class, "number"), 1);
          case "getLastThrowable" -> Code.call(plain, Attempt.class, "lastFailure");
          default -> null;
        };
    return translated == null ? call : inPlace(translated.withPrefix(call.getPrefix()));
  }

  @Override
  public J visitClassDeclaration(J.ClassDeclaration declaration, ExecutionContext context) {
    J.ClassDeclaration prepared = new Recoveries(this, declaration).prepared();
    J visited = super.visitClassDeclaration(prepared, context);
    return visited instanceof J.ClassDeclaration type ? withoutEnabling(type) : visited;
  }

  private J.ClassDeclaration withoutEnabling(J.ClassDeclaration type) {
    List<J.Annotation> kept =
        ListUtils.map(
            type.getLeadingAnnotations(),
            annotation ->
                TypeUtils.isOfClassType(annotation.getType(), ENABLE) ? null : annotation);
    if (kept == type.getLeadingAnnotations()) {
      return type;
    }
    note(
        "nothing has to be enabled; retries are outside caches and transactions, in a fixed"
            + " order.");
    return withFirstPrefix(type.withLeadingAnnotations(kept));
  }

  /** A class that begins where its removed first annotation began. */
  private static J.ClassDeclaration withFirstPrefix(J.ClassDeclaration type) {
    if (!type.getLeadingAnnotations().isEmpty()) {
      return type.withLeadingAnnotations(Trees.withoutFirstSpace(type.getLeadingAnnotations()));
    }
    if (!type.getModifiers().isEmpty()) {
      return type.withModifiers(Trees.withoutFirstSpace(type.getModifiers()));
    }
    J.ClassDeclaration.Kind kind = type.getPadding().getKind();
    return type.getPadding().withKind(kind.withPrefix(Space.EMPTY));
  }

  @Override
  public J visitAnnotation(J.Annotation annotation, ExecutionContext context) {
    J visited = super.visitAnnotation(annotation, context);
    boolean theirs = TypeUtils.isOfClassType(annotation.getType(), RETRYABLE);
    return theirs && visited instanceof J.Annotation retryable
        ? new RetryableTranslation(this, retryable).translate()
        : visited;
  }

  /** The indentation of a continued line. */
  String continuation() {
    return indent() + step() + step();
  }

  void comment(String text) {
    note(text);
  }

  void reject(J tree, String reason) {
    refuse(tree, reason);
  }

  static List<J.MethodInvocation> calls(J.MethodInvocation last) {
    return chain(last);
  }

  static List<Expression> given(J.MethodInvocation call) {
    return argumentsOf(call);
  }

  Space breakOf(List<J.MethodInvocation> chain) {
    return lineBreak(chain);
  }
}
