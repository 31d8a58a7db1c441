package dev.reprise.processor;

import dev.reprise.processor.InterfaceModel.MethodModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeVariable;

/** Writes the source of the decorator of an interface. */
final class DecoratorWriter {

  private static final String COMPILER_WARNINGS =
      "\"deprecation\", \"rawtypes\", \"removal\", \"unchecked\"";

  private final InterfaceModel api;
  private final PackageElement home;
  private final String className;
  private final String apiName;
  private final String apiType;
  private final List<? extends TypeVariable> variables;
  private final Map<MethodModel, String> fields = new LinkedHashMap<>();
  private final Map<MethodModel, String> defaultFlags = new LinkedHashMap<>();
  private final Map<MethodModel, String> defaultCalls = new LinkedHashMap<>();
  private final Map<MethodModel, String> fallbacks = new LinkedHashMap<>();
  private final SourceBuilder out = new SourceBuilder();

  DecoratorWriter(InterfaceModel api, PackageElement home) {
    this.api = api;
    this.home = home;
    className = classNameOf(api.element());
    apiName = api.element().getQualifiedName().toString();
    apiType = TypeText.of(api.element().asType());
    variables =
        ((DeclaredType) api.element().asType())
            .getTypeArguments().stream().map(TypeVariable.class::cast).toList();
    UniqueNames names = new UniqueNames(List.of("target", "retry", "source", "changed", "loader"));
    UniqueNames methods = new UniqueNames(api.methods().stream().map(MethodModel::name).toList());
    for (MethodModel method : api.methods()) {
      if (method.hasFallback()) {
        fallbacks.put(method, methods.choose(method.name() + "Fallback"));
      }
      if (method.retried()) {
        fields.put(method, names.choose(method.name()));
      }
      if (method.isDefault()) {
        defaultFlags.put(method, names.choose(method.name() + "Default"));
        defaultCalls.put(method, methods.choose(method.name() + "DefaultCall"));
      }
    }
  }

  /** Returns the name of the decorator; that of a nested interface contains the outer names. */
  static String classNameOf(TypeElement api) {
    String name = api.getSimpleName() + "Retry";
    for (Element outer = api.getEnclosingElement();
        outer instanceof TypeElement;
        outer = outer.getEnclosingElement()) {
      name = outer.getSimpleName() + "_" + name;
    }
    return name;
  }

  String write() {
    if (!home.isUnnamed()) {
      out.line("package " + home.getQualifiedName() + ";");
      out.line("");
    }
    writeImports();
    writeHead();
    writeFields();
    writeConstructor();
    writeFactory();
    for (MethodModel method : api.methods()) {
      String field = fields.getOrDefault(method, "");
      new MethodWriter(
              apiName,
              method,
              field,
              defaultFlags.getOrDefault(method, ""),
              defaultCalls.getOrDefault(method, ""),
              fallbacks.getOrDefault(method, ""))
          .writeTo(out);
    }
    out.close();
    return out.toString();
  }

  private void writeImports() {
    List<String> imports = new ArrayList<>();
    boolean hasBlockingMethod =
        fields.keySet().stream().anyMatch(method -> method.kind() != InterfaceModel.Kind.ASYNC);
    imports.add("dev.reprise.Decorated");
    if (hasBlockingMethod || !fallbacks.isEmpty()) {
      imports.add("dev.reprise.PlainCall");
    }
    imports.add("dev.reprise.Retry");
    if (api.needsSource()) {
      imports.add("dev.reprise.RetrySource");
    }
    imports.add("dev.reprise.declared.RetryMethod");
    if (hasBlockingMethod) {
      imports.add("dev.reprise.report.RetryReport");
    }
    imports.add("java.util.List");
    if (!fields.isEmpty()) {
      imports.add("java.util.Map");
    }
    if (api.generated()) {
      imports.add("javax.annotation.processing.Generated");
    }
    imports.forEach(name -> out.line("import " + name + ";"));
    out.line("");
  }

  private void writeHead() {
    out.line("/**");
    out.line(" * Decorator of {@link %s} that retries calls.", apiName);
    writeTypeParameters();
    out.line(" */");
    if (api.generated()) {
      out.line("@Generated(\"%s\")", RetryableProcessor.class.getName());
    }
    out.line("@SuppressWarnings({%s%s})", COMPILER_WARNINGS, api.closeable() ? ", \"try\"" : "");
    String declared = TypeText.declare(variables).strip();
    out.open(
        visibility()
            + "final class "
            + className
            + declared
            + " extends Decorated<"
            + apiType
            + "> implements "
            + apiType);
  }

  private void writeTypeParameters() {
    for (TypeVariable variable : variables) {
      out.line(
          " * @param <%s> type parameter of the interface", variable.asElement().getSimpleName());
    }
  }

  private String visibility() {
    for (Element element = api.element();
        element instanceof TypeElement;
        element = element.getEnclosingElement()) {
      if (!element.getModifiers().contains(Modifier.PUBLIC)) {
        return "";
      }
    }
    return "public ";
  }

  private void writeFields() {
    out.line("");
    out.line("private final %s target;", apiType);
    fields.values().forEach(field -> out.line("private final RetryMethod %s;", field));
    defaultFlags.values().forEach(field -> out.line("private final boolean %s;", field));
  }

  private String diamond() {
    return className + (variables.isEmpty() ? "" : "<>");
  }

  /** A list of rules, because a constructor has at most 255 parameters. */
  private void writeConstructor() {
    out.line("");
    out.open(
        "private %s(Retry retry, %s target, List<RetryMethod> rules)"
            .formatted(className, apiType));
    out.line("super(");
    out.line("    retry,");
    out.line("    target,");
    out.line("    changed -> new %s(", diamond());
    out.line("        changed,");
    out.line("        target,");
    out.line("        rules.stream().map(rule -> rule.withPolicy(changed.policy())).toList()),");
    out.line("    rules);");
    out.line("this.target = target;");
    int rule = 0;
    for (String field : fields.values()) {
      out.line("this.%s = rules.get(%d);", field, rule++);
    }
    defaultFlags.forEach(
        (method, field) ->
            out.line(
                "this.%s = RetryMethod.keepsDefault(%s);",
                field, String.join(", ", owner(method))));
    out.close();
  }

  private List<String> owner(MethodModel method) {
    List<String> erased = method.erased() == null ? List.of() : method.erased();
    return Stream.concat(
            Stream.of("target", apiName + ".class", "\"" + method.name() + "\""), erased.stream())
        .toList();
  }

  private void writeFactory() {
    boolean source = api.needsSource();
    out.line("");
    out.line("/**");
    out.line(" * Decorates an object.");
    out.line(" *");
    out.line(" * @param retry the retry of methods without a named one");
    if (source) {
      out.line(" * @param source source of named retries, asked for each call");
    }
    out.line(" * @param target the decorated object");
    writeTypeParameters();
    out.line(" * @return a decorator, thread-safe if the target is");
    out.line(" */");
    out.open(
        "%sstatic %s%s of(Retry retry, %s%s target)"
            .formatted(
                visibility(),
                TypeText.declare(variables),
                apiType,
                source ? "RetrySource source, " : "",
                apiType));
    if (!fields.isEmpty()) {
      out.line("ClassLoader loader = %s.class.getClassLoader();", className);
    }
    out.line("return new %s(", diamond());
    out.line("    retry,");
    out.line("    target,");
    out.line(fields.isEmpty() ? "    List.of());" : "    List.of(");
    writeRules(source ? "source" : "null");
    out.close();
  }

  private void writeRules(String source) {
    int remaining = fields.size();
    for (MethodModel method : fields.keySet()) {
      remaining--;
      out.line(
          "        RetryMethod.of(retry, %s, %s, %s, loader)%s",
          source, StringLiterals.of(method.label()), rule(method), remaining == 0 ? "));" : ",");
    }
  }

  private static String rule(MethodModel method) {
    Map<String, String> attributes = method.attributes() == null ? Map.of() : method.attributes();
    return attributes.entrySet().stream()
        .filter(set -> !set.getKey().equals("fallback"))
        .map(
            set ->
                "Map.entry(%s, %s)"
                    .formatted(StringLiterals.of(set.getKey()), StringLiterals.of(set.getValue())))
        .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
  }
}
