package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.Writer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Annotation processor that generates a decorator class for each interface with {@link Retryable}
 * on the interface or on a method. The class is in the same package: {@code OrdersRetry} for {@code
 * Orders}, {@code Shop_OrdersRetry} for {@code Shop.Orders}. Its method {@code of(retry, target)}
 * does the same as {@code RetryProxy.of(retry, Orders.class, target)}, without reflection at each
 * call. If an annotation has a name, the method has a further parameter, the source of named
 * retries. An interface that {@code RetryProxy} rejects at run time is a compiler error.
 *
 * <pre>{@code
 * static DeclarativeOrders generated(Retry retry, RetrySource policies, DeclarativeOrders client) {
 *   return DeclarativeOrdersRetry.of(retry, policies, client);
 * }
 * }</pre>
 *
 * <p>The decorator does not use annotations in the class of the target, because that class is known
 * only at run time. An annotation in a class is a compiler warning if it has no effect, because no
 * interface has the class or the method. {@code @SuppressWarnings("retryable")} disables the
 * warning, for example if an interceptor reads the annotation.
 *
 * <p>Incremental: each generated class depends only on its interface and the superinterfaces.
 */
// Without the second type, javac -Xlint:processing warns about the annotation in generated code.
@SupportedAnnotationTypes({
  "dev.reprise.declared.Retryable",
  "javax.annotation.processing.Generated"
})
public final class RetryableProcessor extends AbstractProcessor {

  private static final int MAX_MESSAGE_LENGTH = 1_000;

  /** Names of the types with annotations, without the interfaces that have a decorator. */
  private final Set<String> waiting = new LinkedHashSet<>();

  /** Names of the types that are compiled. */
  private final Set<String> sources = new HashSet<>();

  /** Called by the compiler. */
  public RetryableProcessor() {}

  /**
   * Returns the newest source version of the compiler; the processor supports every version.
   *
   * @return the newest version
   */
  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  /**
   * Writes the decorators of a round. An interface that cannot be decorated waits for a later
   * round, because it may name a type that another processor generates. Its error is reported in
   * the last round, as are warnings.
   *
   * @param annotations the annotation types of the round
   * @param round the round
   * @return true: no other processor needs these annotations
   */
  @Override
  @SuppressWarnings("DoNotClaimAnnotations") // without it, javac -Xlint:processing warns
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (Element root : round.getRootElements()) {
      sources.add(root.toString());
    }
    for (Element element : round.getElementsAnnotatedWith(Retryable.class)) {
      Element type = element instanceof TypeElement ? element : element.getEnclosingElement();
      if (type instanceof TypeElement annotated) {
        waiting.add(annotated.getQualifiedName().toString());
      }
    }
    for (String name : List.copyOf(waiting)) {
      TypeElement type = processingEnv.getElementUtils().getTypeElement(name);
      if (type != null && type.getKind() == ElementKind.INTERFACE) {
        write(type, round.processingOver());
      } else if (type != null && round.processingOver()) {
        warnOfClass(type);
      }
    }
    return true;
  }

  private void warnOfClass(TypeElement type) {
    IneffectiveAnnotations ineffective =
        new IneffectiveAnnotations(processingEnv.getTypeUtils(), processingEnv.getElementUtils());
    if (ineffective.isDecidable(type)) {
      warn(ineffective, type);
      for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
        warn(ineffective, method);
      }
    }
  }

  private void warn(IneffectiveAnnotations ineffective, Element annotated) {
    AnnotationMirror annotation = AnnotationAttributes.annotationOf(annotated);
    String warning = annotation == null ? null : ineffective.warning(annotated);
    if (warning != null) {
      processingEnv
          .getMessager()
          .printMessage(Diagnostic.Kind.WARNING, printable(warning), annotated, annotation);
    }
  }

  private void write(TypeElement api, boolean last) {
    String name = api.getQualifiedName().toString();
    try {
      checkVisible(api);
      InterfaceModel read =
          new InterfaceReader(api, processingEnv.getTypeUtils(), processingEnv.getElementUtils())
              .read();
      if (last) {
        return; // other errors have ended the rounds
      }
      waiting.remove(name);
      PackageElement home = processingEnv.getElementUtils().getPackageOf(api);
      String prefix = home.isUnnamed() ? "" : home.getQualifiedName() + ".";
      JavaFileObject file =
          processingEnv.getFiler().createSourceFile(prefix + DecoratorWriter.classNameOf(api), api);
      try (Writer out = file.openWriter()) {
        out.write(new DecoratorWriter(read, home).write());
      }
    } catch (UnsupportedElementException unsupported) {
      if (last) {
        fail(inSources(unsupported.element(), api), String.valueOf(unsupported.getMessage()));
      }
    } catch (IOException failure) {
      fail(api, "cannot write the decorator of " + api + ": " + failure);
    }
  }

  private static void checkVisible(TypeElement api) throws UnsupportedElementException {
    for (Element type = api; type instanceof TypeElement; type = type.getEnclosingElement()) {
      if (type.getModifiers().contains(Modifier.PRIVATE)) {
        throw new UnsupportedElementException(
            api, api + " is private or in a private type, so no other class can decorate it");
      }
      if (type.getModifiers().contains(Modifier.SEALED)) {
        throw new UnsupportedElementException(
            api, api + " is sealed or in a sealed type, so no other class can implement it");
      }
    }
  }

  /** Returns the element if it has a position, which one of a compiled class has not. */
  private Element inSources(Element element, TypeElement api) {
    Element root = element;
    for (Element outer = root.getEnclosingElement();
        outer instanceof TypeElement;
        outer = outer.getEnclosingElement()) {
      root = outer;
    }
    return sources.contains(root.toString()) ? element : api;
  }

  private void fail(Element element, String message) {
    AnnotationMirror annotation = AnnotationAttributes.annotationOf(element);
    String line = printable(message);
    if (annotation == null) {
      processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, line, element);
    } else {
      processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, line, element, annotation);
    }
  }

  /** Limits and escapes a message: a name can have almost any character and 65,535 bytes. */
  private static String printable(String message) {
    return PrintableText.oneLine(message, MAX_MESSAGE_LENGTH);
  }
}
