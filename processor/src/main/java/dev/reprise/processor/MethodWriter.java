package dev.reprise.processor;

import dev.reprise.processor.Api.ApiMethod;
import dev.reprise.processor.Api.Kind;
import dev.reprise.processor.Api.Parameter;
import java.util.stream.Collectors;

/**
 * Writes one method. A first attempt that succeeds allocates nothing: the lambda that a further
 * attempt needs is made where one is needed.
 */
final class MethodWriter {

  private final String apiName;
  private final ApiMethod method;
  private final String field;
  private final String keeps;
  private final String arguments;
  private final String retry;
  private final String start;
  private final String mark;
  private final String value;
  private final String failure;

  /**
   * A writer.
   *
   * @param apiName the interface, without type arguments
   * @param field where the method's policy is
   * @param keeps where it is kept whether the default of the interface is called
   */
  MethodWriter(String apiName, ApiMethod method, String field, String keeps) {
    this.apiName = apiName;
    this.method = method;
    this.field = field;
    this.keeps = keeps;
    arguments = method.parameters().stream().map(Parameter::name).collect(Collectors.joining(", "));
    Names names = new Names(method.parameters().stream().map(Parameter::name).toList());
    retry = names.free("retry");
    start = names.free("start");
    mark = names.free("mark");
    value = names.free("value");
    failure = names.free("failure");
  }

  void writeTo(Source out) {
    out.line("");
    out.line("@Override");
    out.open("public " + signature(method.name()));
    switch (method.kind()) {
      case PASSES -> out.line((method.returnsNothing() ? "" : "return ") + attempt() + ";");
      case ANSWERS_LATER ->
          out.line("return this.%s.retry().callAsync(() -> %s);", field, attempt());
      case RETURNS_NOTHING -> writeAction(out);
      default -> writeOperation(out);
    }
    out.close();
    if (isInTwoPlaces()) {
      writePlaces(out);
    }
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

  private void writeOperation(Source out) {
    String attempt =
        method.kind() == Kind.RETURNS_ANYTHING
            ? "this." + field + ".notStage(" + attempt() + ")"
            : attempt();
    writeBegin(out, "return PlainCall.call(%s, () -> %s);".formatted(retry, attempt));
    out.line("%s %s;", method.returnType(), value);
    out.open("try");
    out.line("%s = %s;", value, attempt);
    out.turn("catch (Throwable " + failure + ")");
    out.line("return PlainCall.afterFailure(");
    out.line("    %s, () -> %s, %s, %s, %s);", retry, attempt, failure, start, mark);
    out.close();
    out.line("PlainCall.succeeded(%s, %s);", retry, start);
    out.line("return %s;", value);
  }

  private void writeAction(Source out) {
    writeBegin(out, "PlainCall.run(%s, () -> %s);\n      return;".formatted(retry, attempt()));
    out.open("try");
    out.line("%s;", attempt());
    out.turn("catch (Throwable " + failure + ")");
    out.line("PlainCall.runAfterFailure(");
    out.line("    %s, () -> %s, %s, %s, %s);", retry, attempt(), failure, start, mark);
    out.line("return;");
    out.close();
    out.line("PlainCall.succeeded(%s, %s);", retry, start);
  }

  private void writeBegin(Source out, String whole) {
    out.line("Retry %s = this.%s.retry();", retry, field);
    out.open("if (!PlainCall.isPlain(" + retry + "))");
    out.line("%s", whole);
    out.close();
    out.line("long %s = PlainCall.startTick(%s);", start, retry);
    out.line("long %s = RetryReport.mark();", mark);
  }

  private boolean isInTwoPlaces() {
    return method.isDefault();
  }

  private String attempt() {
    return isInTwoPlaces()
        ? "this." + keeps + "Call(" + arguments + ")"
        : "this.target." + method.name() + "(" + arguments + ")";
  }

  /** A default method is called here, unless the target has it in another way. */
  private void writePlaces(Source out) {
    String back = method.returnsNothing() ? "" : "return ";
    out.line("");
    out.open("private " + signature(keeps + "Call"));
    out.open("if (this." + keeps + ")");
    out.line("%s%s.super.%s(%s);", back, apiName, method.name(), arguments);
    out.turn("else");
    out.line("%sthis.target.%s(%s);", back, method.name(), arguments);
    out.close();
    out.close();
  }
}
