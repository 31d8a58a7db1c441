package dev.reprise.rewrite.internal.failsafe;

import dev.reprise.Retry;
import dev.reprise.function.Action;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptAction;
import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.rewrite.internal.Code;
import dev.reprise.rewrite.internal.Exceptions;
import dev.reprise.rewrite.internal.Lambdas;
import dev.reprise.rewrite.internal.Peer;
import dev.reprise.rewrite.internal.SourceTranslation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeUtils;

/** Translates policies and calls of Failsafe 3. */
public final class FailsafeTranslation extends SourceTranslation {

  private static final String ROOT = "dev.failsafe.";
  private static final String FAILSAFE_CLASS = ROOT + "Failsafe";
  private static final String EXECUTOR = ROOT + "FailsafeExecutor";
  private static final String POLICY = ROOT + "RetryPolicy";
  private static final String CONTEXT = ROOT + "ExecutionContext";

  static final String UNKNOWN =
      "the parser does not know all methods that are called here, nor their exceptions";

  /** Failsafe 3. */
  public static final Peer FAILSAFE =
      new Peer(
          "Failsafe",
          "dev.failsafe",
          List.of("dev.failsafe"),
          Map.of(
              POLICY, Retry.class,
              EXECUTOR, Retry.class,
              CONTEXT, Attempt.class),
          List.of(new Peer.Replacement("dev.failsafe", "failsafe", "reprise-core")),
          Map.of(
              "FailsafeException",
              "Reprise throws the exception of the operation itself, so FailsafeException has no"
                  + " counterpart"));

  /** Creates the translation of one file. */
  public FailsafeTranslation() {
    super(FAILSAFE);
  }

  @Override
  public J visitMethodInvocation(J.MethodInvocation call, ExecutionContext context) {
    if (isPolicy(call)) {
      return new PolicyTranslation(this, call).translate(context);
    }
    J.MethodInvocation inner = (J.MethodInvocation) super.visitMethodInvocation(call, context);
    if (isCall(call, FAILSAFE_CLASS, "with")) {
      return executor(inner);
    }
    if (isCall(call, EXECUTOR, "with", "get", "run", "getAsync", "runAsync", "getStageAsync")) {
      return execution(inner);
    }
    return isCall(call, CONTEXT) ? attempt(inner) : inner;
  }

  private static boolean isPolicy(J.MethodInvocation call) {
    boolean built =
        isCall(call, ROOT + "RetryPolicyBuilder", "build")
            || isCall(call, ROOT + "PolicyBuilder", "build");
    return isCall(call, POLICY, "ofDefaults") || (built && isBuilder(chain(call).get(0)));
  }

  private static boolean isBuilder(J.MethodInvocation first) {
    return isCall(first, POLICY, "builder") && argumentsOf(first).isEmpty();
  }

  /** Visits a part of a chain, with the chain as its surroundings. */
  Expression visited(Expression part, Cursor surroundings, ExecutionContext context) {
    return (Expression) visitNonNull(part, context, surroundings);
  }

  /** A retry is both: policy and executor. */
  private J executor(J.MethodInvocation call) {
    List<Expression> arguments = argumentsOf(call);
    if (arguments.size() != 1 || !isRetry(arguments.get(0))) {
      refuse(
          call,
          "only a single retry policy has a counterpart; combine Reprise with a"
              + " circuit breaker, timeout or fallback as its guide describes");
      return call;
    }
    return arguments.get(0).withPrefix(call.getPrefix());
  }

  private static boolean isRetry(Expression expression) {
    String type = typeName(expression);
    return type.equals(POLICY) || type.equals("dev.reprise.Retry");
  }

  private J execution(J.MethodInvocation call) {
    List<Expression> arguments = argumentsOf(call);
    if (arguments.size() != 1 || call.getSelect() == null) {
      return call;
    }
    Expression argument = arguments.get(0);
    return switch (call.getSimpleName()) {
      case "get", "run" -> blocking(call, argument);
      case "getAsync", "runAsync", "getStageAsync" -> asynchronous(call, argument);
      default -> call;
    };
  }

  private J blocking(J.MethodInvocation call, Expression function) {
    boolean returns = call.getSimpleName().equals("get");
    boolean contextual = isContextual(call);
    Class<?> functional = functional(returns, contextual);
    Expression operation = Lambdas.as(functional, unchecked(call, function, returns));
    if (operation == null) {
      refuse(call, "the operation is a variable; write it as a lambda");
      return call;
    }
    String method = returns ? contextual ? "callWith" : "call" : contextual ? "runWith" : "run";
    return replaced(call, method, operation);
  }

  private static Class<?> functional(boolean returns, boolean contextual) {
    if (returns) {
      return contextual ? AttemptOperation.class : Operation.class;
    }
    return contextual ? AttemptAction.class : Action.class;
  }

  /** Returns true if the operation of a call gets the context of the execution. */
  private static boolean isContextual(J.MethodInvocation call) {
    if (call.getMethodType() == null) {
      return false;
    }
    JavaType.FullyQualified operation =
        TypeUtils.asFullyQualified(call.getMethodType().getParameterTypes().get(0));
    return operation != null
        && operation.getFullyQualifiedName().startsWith(ROOT + "function.Contextual");
  }

  /** Failsafe wraps checked exceptions; where the surroundings expect none, so does the lambda. */
  private Expression unchecked(J.MethodInvocation call, Expression function, boolean returns) {
    if (!Exceptions.areKnown(function) && !Exceptions.areHandled(anyException(), getCursor())) {
      refuse(call, UNKNOWN);
      return function;
    }
    List<JavaType.FullyQualified> thrown = Exceptions.thrownBy(function);
    if (thrown.isEmpty()) {
      return function;
    }
    boolean one = thrown.size() == 1 || Exceptions.areHandled(anyException(), getCursor());
    if (one && Exceptions.areHandled(thrown, getCursor())) {
      note("the exception of the operation is thrown itself, not inside a FailsafeException.");
      return function;
    }
    boolean throwable =
        thrown.stream().anyMatch(it -> it.getFullyQualifiedName().equals("java.lang.Throwable"));
    if (throwable || !(function instanceof J.Lambda lambda)) {
      refuse(call, "the operation throws checked exceptions that the method does not handle");
      return function;
    }
    note(
        "checked exceptions arrive in the unchecked exception that the operation throws, not in"
            + " a FailsafeException.");
    return Lambdas.wrapping(
        lambda, thrown, freeName("failure"), new Lambdas.Layout(indent(), step()), returns);
  }

  private static List<JavaType.FullyQualified> anyException() {
    return List.of(Code.type(Exception.class));
  }

  private J asynchronous(J.MethodInvocation call, Expression function) {
    boolean stage = call.getSimpleName().equals("getStageAsync");
    boolean contextual = isContextual(call);
    Class<?> functional = contextual ? AttemptOperation.class : Operation.class;
    Expression given = function;
    if (call.getSimpleName().equals("runAsync") && function instanceof J.Lambda lambda) {
      given = Lambdas.returningNull(lambda, indent(), step());
    }
    Expression operation = Lambdas.as(functional, given);
    boolean plain = call.getSimpleName().equals("runAsync") && !(function instanceof J.Lambda);
    if (operation == null || plain) {
      refuse(
          call,
          function instanceof J.MemberReference
              ? "the operation is a method reference; write it as a lambda"
              : "the operation is a variable; write it as a lambda");
      return call;
    }
    String method = contextual ? "callAsyncWith" : "callAsync";
    if (stage) {
      note("the first attempt starts on the thread of the caller.");
      return replaced(call, method, operation);
    }
    return withExecutor(call, method, operation);
  }

  private J withExecutor(J.MethodInvocation call, String method, Expression operation) {
    if (call.getSelect() instanceof J.MethodInvocation with && isCall(with, EXECUTOR, "with")) {
      Expression executor = argumentsOf(with).get(0);
      boolean fits = TypeUtils.isAssignableTo(Executor.class.getName(), executor.getType());
      if (!fits || with.getSelect() == null) {
        refuse(call, "this scheduler is not an Executor");
        return call;
      }
      return replaced(call.withSelect(with.getSelect()), method, operation, executor);
    }
    Expression pool = Code.callStatic(ForkJoinPool.class, "commonPool");
    return replaced(call, method, operation, pool);
  }

  private static J replaced(J.MethodInvocation call, String method, Object... arguments) {
    JRightPadded<Expression> select = call.getPadding().getSelect();
    if (select == null) {
      return call;
    }
    J.MethodInvocation ours =
        Code.call(select.getElement(), select.getAfter(), Retry.class, method, arguments);
    boolean keeps = !method.startsWith("run");
    return (keeps ? Code.returning(ours, call.getType()) : ours)
        .withPrefix(call.getPrefix())
        .withId(call.getId());
  }

  /** The context of an execution: attempts are counted from 1 there, from 0 in Failsafe. */
  private J attempt(J.MethodInvocation call) {
    Expression context = call.getSelect();
    if (context == null) {
      return call;
    }
    JavaType.FullyQualified type = TypeUtils.asFullyQualified(call.getType());
    if (call.getSimpleName().equals("getLastException")
        && type != null
        && !TypeUtils.isOfClassType(type, "java.lang.Throwable")) {
      refuse(
          call,
          "the last exception is used as "
              + type.getClassName()
              + "; use it as Throwable, or write a cast before the call");
      return call;
    }
    Expression translated = translatedAttempt(context, call.getSimpleName());
    return translated == null ? call : inPlace(translated.withPrefix(call.getPrefix()));
  }

  private static @Nullable Expression translatedAttempt(Expression context, String getter) {
    Expression plain = context.withPrefix(Space.EMPTY);
    Expression number = Code.call(plain, Attempt.class, "number");
    return switch (getter) {
      case "getAttemptCount" -> Code.minus(number, 1);
      case "isFirstAttempt" -> Code.equalTo(number, 1);
      case "getElapsedTime" -> Code.call(plain, Attempt.class, "elapsed");
      case "getLastException" -> Code.call(plain, Attempt.class, "lastFailure");
      default -> null;
    };
  }

  /** Leaves a comment above the current statement. */
  void comment(String text) {
    note(text);
  }

  /** Records that a tree has no counterpart. */
  void reject(J tree, String reason) {
    refuse(tree, reason);
  }

  /** A name that is free in the current member of the class. */
  String free(String name) {
    return freeName(name);
  }

  /** The calls of a chain. */
  static List<J.MethodInvocation> calls(J.MethodInvocation last) {
    return chain(last);
  }

  /** The arguments of a call. */
  static List<Expression> given(J.MethodInvocation call) {
    return argumentsOf(call);
  }

  /** The line break of a chain. */
  Space breakOf(List<J.MethodInvocation> chain) {
    return lineBreak(chain);
  }
}
