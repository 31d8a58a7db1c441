package dev.reprise.processor;

import dev.reprise.processor.InterfaceModel.Kind;
import dev.reprise.processor.InterfaceModel.MethodModel;
import dev.reprise.processor.InterfaceModel.Parameter;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the source of one method. A first attempt that succeeds allocates nothing, because the
 * code creates the lambda for further attempts only after a failure.
 */
final class MethodWriter {

  private final String apiName;
  private final MethodModel method;
  private final String field;
  private final String usesDefault;
  private final String defaultCall;
  private final String fallback;
  private final String failed;
  private final String arguments;
  private final String retry;
  private final String start;
  private final String mark;
  private final String value;
  private final String failure;

  /**
   * Creates a writer.
   *
   * @param apiName name of the interface, without type arguments
   * @param field name of the field with the settings of the method
   * @param usesDefault name of the field that is true if the default method of the interface is
   *     called
   * @param defaultCall name of the method that calls the default method or the target
   * @param fallback name of the method that calls the fallback
   */
  MethodWriter(
      String apiName,
      MethodModel method,
      String field,
      String usesDefault,
      String defaultCall,
      String fallback) {
    this.apiName = apiName;
    this.method = method;
    this.field = field;
    this.usesDefault = usesDefault;
    this.defaultCall = defaultCall;
    this.fallback = fallback;
    arguments = method.parameters().stream().map(Parameter::name).collect(Collectors.joining(", "));
    UniqueNames names = new UniqueNames(method.parameters().stream().map(Parameter::name).toList());
    retry = names.choose("retry");
    start = names.choose("start");
    mark = names.choose("mark");
    value = names.choose("value");
    failure = names.choose("failure");
    failed = names.choose("failed");
  }

  void writeTo(SourceBuilder out) {
    out.line("");
    out.line("@Override");
    out.open("public " + signature(method.name()));
    if (method.hasFallback()) {
      writeCallWithFallback(out);
    } else {
      writeCall(out);
    }
    out.close();
    if (method.hasFallback()) {
      writeFallback(out);
    }
    if (hasDefault()) {
      writeDefaultCall(out);
    }
  }

  private void writeCall(SourceBuilder out) {
    switch (method.kind()) {
      case FORWARDED -> out.line((method.isVoid() ? "" : "return ") + attempt() + ";");
      case ASYNC ->
          out.line("return %sthis.%s.retry().callAsync(() -> %s);", cast(), field, attempt());
      case VOID -> writeAction(out);
      default -> writeOperation(out);
    }
  }

  private void writeCallWithFallback(SourceBuilder out) {
    String operation =
        switch (method.kind()) {
          case ASYNC -> "return " + cast() + "PlainCall.callAsyncOrElse(";
          case VOID -> "PlainCall.runOrElse(";
          default -> "return PlainCall." + resultType() + "callOrElse(";
        };
    String other =
        "this."
            + fallback
            + "("
            + arguments
            + (arguments.isEmpty() ? "" : ", ")
            + "PlainCall.failureOf("
            + failed
            + "))";
    out.line(operation);
    out.line("    this.%s.retry(),", field);
    out.line("    () -> %s,", checkedAttempt());
    out.line("    %s -> %s);", failed, method.isVoid() ? "{ " + other + "; return null; }" : other);
  }

  /** A method may return a type variable whose bound is a stage. */
  private String cast() {
    return method.returnsVariable() ? "(" + method.returnType() + ") " : "";
  }

  /** The compiler of Eclipse infers different types of two values with wildcards. */
  private String resultType() {
    return method.returnType().contains("?") ? "<" + method.returnType() + ">" : "";
  }

  /** Writes a method that calls the fallback whose parameter accepts the failure. */
  private void writeFallback(SourceBuilder out) {
    String parameters =
        method.parameters().stream()
            .map(parameter -> parameter.type().replace("...", "[]") + " " + parameter.name() + ", ")
            .collect(Collectors.joining());
    out.line("");
    out.open(
        "private %s%s %s(%sThrowable %s) throws Throwable"
            .formatted(method.variables(), method.returnType(), fallback, parameters, failure));
    for (String type : method.fallbackFailures()) {
      if (type.equals("java.lang.Throwable")) {
        out.line("%s;", fallbackCall(failure));
        out.close();
        return;
      }
      out.open("if (" + failure + " instanceof " + type + ")");
      out.line("%s;", fallbackCall("(" + type + ") " + failure));
      if (method.isVoid()) {
        out.line("return;");
      }
      out.close();
    }
    out.line("throw %s;", failure);
    out.close();
  }

  private String fallbackCall(String accepted) {
    Map<String, String> attributes = method.attributes() == null ? Map.of() : method.attributes();
    return (method.isVoid() ? "" : "return ")
        + "this."
        + attributes.get("fallback")
        + "("
        + arguments
        + (arguments.isEmpty() ? "" : ", ")
        + accepted
        + ")";
  }

  private String signature(String name) {
    String parameters =
        method.parameters().stream()
            .map(parameter -> parameter.type() + " " + parameter.name())
            .collect(Collectors.joining(", "));
    String thrown =
        method.thrown().isEmpty() ? "" : " throws " + String.join(", ", method.thrown());
    return method.variables() + method.returnType() + " " + name + "(" + parameters + ")" + thrown;
  }

  private void writeOperation(SourceBuilder out) {
    String attempt = checkedAttempt();
    writeStart(out, "return PlainCall.call(%s, () -> %s);".formatted(retry, attempt));
    out.line("%s %s;", method.returnType(), value);
    out.open("try");
    out.line("%s = %s;", value, attempt);
    out.next("catch (Throwable " + failure + ")");
    out.line("return PlainCall.afterFailure(");
    out.line("    %s, () -> %s, %s, %s, %s);", retry, attempt, failure, start, mark);
    out.close();
    out.line("PlainCall.succeeded(%s, %s);", retry, start);
    out.line("return %s;", value);
  }

  private void writeAction(SourceBuilder out) {
    writeStart(out, "PlainCall.run(%s, () -> %s);\n      return;".formatted(retry, attempt()));
    out.open("try");
    out.line("%s;", attempt());
    out.next("catch (Throwable " + failure + ")");
    out.line("PlainCall.runAfterFailure(");
    out.line("    %s, () -> %s, %s, %s, %s);", retry, attempt(), failure, start, mark);
    out.line("return;");
    out.close();
    out.line("PlainCall.succeeded(%s, %s);", retry, start);
  }

  private void writeStart(SourceBuilder out, String notPlain) {
    out.line("Retry %s = this.%s.retry();", retry, field);
    out.open("if (!PlainCall.isPlain(" + retry + "))");
    out.line("%s", notPlain);
    out.close();
    out.line("long %s = PlainCall.startTick(%s);", start, retry);
    out.line("long %s = RetryReport.mark();", mark);
  }

  private boolean hasDefault() {
    return method.isDefault();
  }

  private String checkedAttempt() {
    return method.kind() == Kind.OBJECT
        ? "this." + field + ".notStage(" + attempt() + ")"
        : attempt();
  }

  private String attempt() {
    return hasDefault()
        ? "this." + defaultCall + "(" + arguments + ")"
        : "this.target." + method.name() + "(" + arguments + ")";
  }

  /**
   * Writes a method that calls the default of the interface, or the target if that overrides it.
   */
  private void writeDefaultCall(SourceBuilder out) {
    String returns = method.isVoid() ? "" : "return ";
    out.line("");
    out.open("private " + signature(defaultCall));
    out.open("if (this." + usesDefault + ")");
    out.line("%s%s.super.%s(%s);", returns, apiName, method.name(), arguments);
    out.next("else");
    out.line("%sthis.target.%s(%s);", returns, method.name(), arguments);
    out.close();
    out.close();
  }
}
