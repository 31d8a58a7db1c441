package dev.reprise.processor;

import dev.reprise.processor.InterfaceModel.Kind;
import dev.reprise.processor.InterfaceModel.MethodModel;
import dev.reprise.processor.InterfaceModel.Parameter;
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
   */
  MethodWriter(String apiName, MethodModel method, String field, String usesDefault) {
    this.apiName = apiName;
    this.method = method;
    this.field = field;
    this.usesDefault = usesDefault;
    arguments = method.parameters().stream().map(Parameter::name).collect(Collectors.joining(", "));
    UniqueNames names = new UniqueNames(method.parameters().stream().map(Parameter::name).toList());
    retry = names.choose("retry");
    start = names.choose("start");
    mark = names.choose("mark");
    value = names.choose("value");
    failure = names.choose("failure");
  }

  void writeTo(SourceBuilder out) {
    out.line("");
    out.line("@Override");
    out.open("public " + signature(method.name()));
    switch (method.kind()) {
      case FORWARDED -> out.line((method.isVoid() ? "" : "return ") + attempt() + ";");
      case ASYNC -> out.line("return this.%s.retry().callAsync(() -> %s);", field, attempt());
      case VOID -> writeAction(out);
      default -> writeOperation(out);
    }
    out.close();
    if (hasDefault()) {
      writeDefaultCall(out);
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

  private void writeOperation(SourceBuilder out) {
    String attempt =
        method.kind() == Kind.OBJECT ? "this." + field + ".notStage(" + attempt() + ")" : attempt();
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

  private String attempt() {
    return hasDefault()
        ? "this." + usesDefault + "Call(" + arguments + ")"
        : "this.target." + method.name() + "(" + arguments + ")";
  }

  /**
   * Writes a method that calls the default of the interface, or the target if that overrides it.
   */
  private void writeDefaultCall(SourceBuilder out) {
    String returns = method.isVoid() ? "" : "return ";
    out.line("");
    out.open("private " + signature(usesDefault + "Call"));
    out.open("if (this." + usesDefault + ")");
    out.line("%s%s.super.%s(%s);", returns, apiName, method.name(), arguments);
    out.next("else");
    out.line("%sthis.target.%s(%s);", returns, method.name(), arguments);
    out.close();
    out.close();
  }
}
