package dev.reprise.rewrite.internal.resilience4j;

import dev.reprise.Retry;
import dev.reprise.declared.Retryable;
import dev.reprise.function.Action;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.rewrite.internal.AnnotationCode;
import dev.reprise.rewrite.internal.Code;
import dev.reprise.rewrite.internal.Exceptions;
import dev.reprise.rewrite.internal.Lambdas;
import dev.reprise.rewrite.internal.Parameters;
import dev.reprise.rewrite.internal.Peer;
import dev.reprise.rewrite.internal.SourceTranslation;
import dev.reprise.rewrite.internal.Survey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeUtils;

/** Translates configurations, calls and annotations of Resilience4j Retry. */
public final class Resilience4jTranslation extends SourceTranslation {

  private static final String ROOT = "io.github.resilience4j.";
  static final String RETRY = ROOT + "retry.Retry";
  static final String CONFIG = ROOT + "retry.RetryConfig";
  private static final String REGISTRY = ROOT + "retry.RetryRegistry";
  private static final String ANNOTATION = ROOT + "retry.annotation.Retry";

  /** The retries of Resilience4j; its other modules stay. */
  public static final Peer RESILIENCE4J =
      new Peer(
          "Resilience4j",
          "io.github.resilience4j",
          List.of(ROOT + "retry", ROOT + "core"),
          Map.of(
              RETRY, Retry.class,
              CONFIG, RetryPolicy.class,
              REGISTRY, RetryRegistry.class),
          List.of(
              artifact("resilience4j-retry", "reprise-core"),
              artifact("resilience4j-all", "reprise-core"),
              artifact("resilience4j-annotations", "reprise-core"),
              artifact("resilience4j-spring-boot2", "reprise-spring-boot-starter"),
              artifact("resilience4j-spring-boot3", "reprise-spring-boot-starter"),
              artifact("resilience4j-spring-boot4", "reprise-spring-boot-starter"),
              artifact("resilience4j-spring6", "reprise-spring-boot-starter")),
          Map.of(
              "MaxRetriesExceededException",
              "Reprise throws ResultRejectedException instead of MaxRetriesExceededException"));

  private final Survey survey;

  /** Creates the translation of one file. */
  public Resilience4jTranslation(Survey survey) {
    super(RESILIENCE4J);
    this.survey = survey;
  }

  private static Peer.Replacement artifact(String theirs, String ours) {
    return new Peer.Replacement("io.github.resilience4j", theirs, ours);
  }

  @Override
  public J visitMethodInvocation(J.MethodInvocation call, ExecutionContext context) {
    if (isCall(call, CONFIG, "ofDefaults")
        || (isCall(call, CONFIG + "$Builder", "build") && isBuilder(chain(call).get(0)))) {
      return new ConfigTranslation(this, call).translate(context);
    }
    J.MethodInvocation inner = (J.MethodInvocation) super.visitMethodInvocation(call, context);
    if (isCall(call, REGISTRY, "retry") && argumentsOf(inner).size() == 1) {
      return lookup(inner);
    }
    return isCall(call, RETRY) ? onRetry(inner) : inner;
  }

  private static boolean isBuilder(J.MethodInvocation first) {
    return isCall(first, CONFIG, "custom");
  }

  Expression visited(Expression part, Cursor surroundings, ExecutionContext context) {
    return (Expression) visitNonNull(part, context, surroundings);
  }

  private J lookup(J.MethodInvocation call) {
    Expression registry = call.getSelect();
    if (registry == null) {
      return call;
    }
    note(
        "a name without a policy in the configuration is an error; Resilience4j uses its default"
            + " configuration.");
    return keeping(
        call,
        Code.call(registry, dot(call), RetryRegistry.class, "retry", argumentsOf(call).toArray()),
        false);
  }

  private J onRetry(J.MethodInvocation call) {
    List<Expression> arguments = argumentsOf(call);
    return switch (call.getSimpleName()) {
      case "of", "ofDefaults" -> creation(call, arguments);
      case "executeSupplier", "executeCallable", "executeRunnable", "executeCheckedSupplier" ->
          execution(call, arguments.get(0));
      case "executeCompletionStage" -> stage(call, arguments.get(1));
      case "decorateSupplier", "decorateCallable", "decorateRunnable", "decorateFunction" ->
          decorated(call, arguments);
      case "decorateCompletionStage" -> decoratedStage(call, arguments);
      case "getName" -> nameOf(call);
      case "getEventPublisher" -> {
        refuse(
            call,
            "listeners are added when the Retry is created, with withListener, not afterwards");
        yield call;
      }
      default -> call;
    };
  }

  private J creation(J.MethodInvocation call, List<Expression> arguments) {
    if (call.getSimpleName().equals("ofDefaults")) {
      Expression policy = new ConfigTranslation(this, call).defaults();
      return named(call, Code.callStatic(Retry.class, "of", policy), arguments.get(0));
    }
    boolean fits =
        arguments.size() == 2
            && List.of(CONFIG, RetryPolicy.class.getName()).contains(typeName(arguments.get(1)));
    if (!fits) {
      refuse(call, "only a retry of a name and a configuration has a counterpart");
      return call;
    }
    return named(call, Code.callStatic(Retry.class, "of", arguments.get(1)), arguments.get(0));
  }

  private static J named(J.MethodInvocation call, J.MethodInvocation retry, Expression name) {
    return keeping(call, Code.call(retry, Retry.class, "named", name), false);
  }

  private static J nameOf(J.MethodInvocation call) {
    Expression retry = call.getSelect();
    return retry == null
        ? call
        : keeping(call, Code.call(retry, dot(call), Retry.class, "name"), false);
  }

  private J execution(J.MethodInvocation call, Expression function) {
    boolean runnable = call.getSimpleName().equals("executeRunnable");
    Expression operation = operation(function, runnable ? Action.class : Operation.class);
    Expression retry = call.getSelect();
    if (operation == null || retry == null) {
      refuse(call, "the operation has a type of Resilience4j; write it as a lambda");
      return call;
    }
    if (throwsException(call, function) && Exceptions.areCaughtInVain(function, getCursor())) {
      Expression callable = Lambdas.as(Callable.class, function);
      Expression decorated =
          Code.call(
              retry,
              dot(call),
              Retry.class,
              "decorateCallable",
              callable == null ? function : callable);
      return keeping(call, Code.call(decorated, Callable.class, "call"), true);
    }
    String method = runnable ? "run" : "call";
    return keeping(call, Code.call(retry, dot(call), Retry.class, method, operation), !runnable);
  }

  /**
   * Returns true for a call that throws any exception, whatever its operation throws: a catch
   * clause around it may need that.
   */
  private static boolean throwsException(J.MethodInvocation call, Expression function) {
    return call.getSimpleName().equals("executeCallable")
        || (call.getSimpleName().equals("executeCheckedSupplier")
            && Exceptions.thrownBy(function).stream()
                .allMatch(it -> TypeUtils.isAssignableTo("java.lang.Exception", it)));
  }

  private static @Nullable Expression operation(Expression function, Class<?> functional) {
    Expression adapted = Lambdas.as(functional, function);
    if (adapted != null) {
      return adapted;
    }
    Map<String, String> methods =
        Map.of(
            "java.util.function.Supplier", "get",
            "java.util.concurrent.Callable", "call",
            "java.lang.Runnable", "run");
    Map<String, Class<?>> owners =
        Map.of(
            "java.util.function.Supplier", Supplier.class,
            "java.util.concurrent.Callable", Callable.class,
            "java.lang.Runnable", Runnable.class);
    String type = typeName(function);
    Class<?> owner = owners.get(type);
    String method = methods.get(type);
    return owner == null || method == null || !(function instanceof J.Identifier)
        ? null
        : Code.reference(function, owner, method, functional);
  }

  private J stage(J.MethodInvocation call, Expression supplier) {
    Expression operation = operation(supplier, Operation.class);
    Expression retry = call.getSelect();
    if (operation == null || retry == null) {
      refuse(call, "the supplier is computed; write it as a lambda");
      return call;
    }
    noteOnScheduler();
    return keeping(call, Code.call(retry, dot(call), Retry.class, "callAsync", operation), true);
  }

  private void noteOnScheduler() {
    note(
        "no scheduler is needed; later attempts run on the executor of the Retry, see"
            + " withExecutor.");
  }

  private J decorated(J.MethodInvocation call, List<Expression> arguments) {
    if (arguments.size() != 2) {
      return call;
    }
    return keeping(
        call,
        Code.call(arguments.get(0), Retry.class, call.getSimpleName(), arguments.get(1)),
        true);
  }

  private J decoratedStage(J.MethodInvocation call, List<Expression> arguments) {
    Object parent = getCursor().getParentTreeCursor().getValue();
    boolean called =
        parent instanceof J.MethodInvocation next && next.getSimpleName().equals("get");
    if (!called) {
      refuse(call, "decorateAsync returns a supplier of CompletableFuture, a different type");
      return call;
    }
    noteOnScheduler();
    return keeping(
        call, Code.call(arguments.get(0), Retry.class, "decorateAsync", arguments.get(2)), false);
  }

  private static Space dot(J.MethodInvocation call) {
    return call.getPadding().getSelect() == null
        ? Space.EMPTY
        : call.getPadding().getSelect().getAfter();
  }

  /** A replacement at the place of a call, with its result type if it stays the same. */
  private static J keeping(
      J.MethodInvocation call, J.MethodInvocation replacement, boolean sameResult) {
    J.MethodInvocation placed = replacement.withPrefix(call.getPrefix()).withId(call.getId());
    return sameResult ? Code.returning(placed, call.getType()) : placed;
  }

  @Override
  public J visitAnnotation(J.Annotation annotation, ExecutionContext context) {
    J visited = super.visitAnnotation(annotation, context);
    boolean theirs = TypeUtils.isOfClassType(annotation.getType(), ANNOTATION);
    return theirs && visited instanceof J.Annotation retry ? annotation(retry) : visited;
  }

  private J annotation(J.Annotation annotation) {
    AnnotationCode given = AnnotationCode.of(annotation);
    Expression name = given.value("name");
    if (name instanceof J.Literal literal
        && survey.keepsPolicy(String.valueOf(literal.getValue()))) {
      refuse(annotation, "the configuration of " + literal.getValue() + " is not migrated");
      return annotation;
    }
    Expression fallback = given.value("fallbackMethod");
    if (isSpel(name) || isSpel(fallback)) {
      refuse(annotation, "names that are expressions have no counterpart");
      return annotation;
    }
    if (fallback instanceof J.Literal literal
        && takesOnlyFailure(String.valueOf(literal.getValue()))) {
      refuse(
          annotation,
          "the fallback "
              + literal.getValue()
              + " takes only the failure; let it take the parameters of the method before it");
      return annotation;
    }
    AnnotationCode ours = new AnnotationCode(Retryable.class);
    if (name != null) {
      ours.set("name", name);
    }
    if (name instanceof J.Literal literal
        && !Configuration.defines(survey, String.valueOf(literal.getValue()))) {
      note(
          "reprise.policies."
              + literal.getValue()
              + " has to be defined; Resilience4j uses its default configuration without it.");
    }
    if (fallback != null) {
      ours.set("fallback", fallback);
    }
    note(
        "the budget of a Retry also limits retries, so that they do not prolong an outage;"
            + " Resilience4j has none.");
    return ours.replacing(annotation, indent() + step() + step(), getCursor());
  }

  /** Resilience4j also calls fallbacks that take only the failure, for methods with parameters. */
  private boolean takesOnlyFailure(String fallback) {
    J.MethodDeclaration method = getCursor().firstEnclosing(J.MethodDeclaration.class);
    if (method != null && Parameters.types(method).isEmpty()) {
      return false;
    }
    J.ClassDeclaration type = getCursor().firstEnclosing(J.ClassDeclaration.class);
    for (JavaType.FullyQualified at = type == null ? null : type.getType();
        at != null;
        at = at.getSupertype()) {
      if (at.getMethods().stream()
          .filter(it -> it.getName().equals(fallback) && it.getParameterTypes().size() == 1)
          .anyMatch(
              it ->
                  TypeUtils.isAssignableTo("java.lang.Throwable", it.getParameterTypes().get(0)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSpel(@Nullable Expression expression) {
    return expression instanceof J.Literal literal
        && String.valueOf(literal.getValue()).matches(".*[#$]\\{.*|#.*");
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
