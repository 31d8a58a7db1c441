package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Writes, for each interface with {@link Retryable} on itself or on a method, the class that
 * decorates it: {@code OrdersRetry} for {@code Orders}, {@code Shop_OrdersRetry} for {@code
 * Shop.Orders}, in the same package. Its {@code of(retry, target)} does what {@code
 * RetryProxy.of(retry, Orders.class, target)} does, by plain calls. What a proxy refuses when it is
 * made is an error of the compiler here.
 *
 * <p>Annotations in the class of the target are not seen: which class that is, is known at run
 * time. One in a class where no proxy could ever follow it, since the class or the method is in no
 * interface, is a warning. {@code @SuppressWarnings("retryable")} switches that off where an
 * interceptor reads the annotation.
 *
 * <p>Each class is made of its interface, those above it and nothing else.
 */
// Without the second one, javac -Xlint:processing warns that nobody wants what we write.
@SupportedAnnotationTypes({
  "dev.reprise.declared.Retryable",
  "javax.annotation.processing.Generated"
})
public final class RetryableProcessor extends AbstractProcessor {

  private static final int LONGEST_MESSAGE = 1_000;

  private final Set<String> waiting = new LinkedHashSet<>();

  /** For the compiler. */
  public RetryableProcessor() {}

  /**
   * Every version: nothing depends on one.
   *
   * @return the newest that the compiler knows
   */
  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  /**
   * Writes the classes of a round. An interface that refers to what another processor has still to
   * write is left to the next one.
   *
   * @param annotations asked for by the compiler
   * @param round the round
   * @return true: nobody else has a use for these annotations
   */
  @Override
  @SuppressWarnings("DoNotClaimAnnotations") // else javac -Xlint:processing warns
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (Element element : round.getElementsAnnotatedWith(Retryable.class)) {
      Element type = element instanceof TypeElement ? element : element.getEnclosingElement();
      if (type != null && type.getKind() == ElementKind.INTERFACE) {
        waiting.add(((TypeElement) type).getQualifiedName().toString());
      } else if (type != null) {
        warnOfClass(element);
      }
    }
    for (String name : Set.copyOf(waiting)) {
      TypeElement api = processingEnv.getElementUtils().getTypeElement(name);
      if (api == null || !isComplete(api)) {
        continue;
      }
      waiting.remove(name);
      write(api);
    }
    return true;
  }

  private void warnOfClass(Element annotated) {
    String warning =
        new ClassAnnotations(processingEnv.getTypeUtils(), processingEnv.getElementUtils())
            .warning(annotated);
    if (warning != null) {
      processingEnv
          .getMessager()
          .printMessage(
              Diagnostic.Kind.WARNING,
              printable(warning),
              annotated,
              Attributes.annotationOf(annotated));
    }
  }

  private static boolean isComplete(TypeElement api) {
    for (TypeMirror above : api.getInterfaces()) {
      if (above.getKind() == TypeKind.ERROR) {
        return false;
      }
    }
    return true;
  }

  private void write(TypeElement api) {
    try {
      checkVisible(api);
      Api read =
          new ApiReader(api, processingEnv.getTypeUtils(), processingEnv.getElementUtils()).read();
      PackageElement home = processingEnv.getElementUtils().getPackageOf(api);
      String prefix = home.isUnnamed() ? "" : home.getQualifiedName() + ".";
      JavaFileObject file =
          processingEnv.getFiler().createSourceFile(prefix + ClassWriter.classNameOf(api), api);
      try (Writer out = file.openWriter()) {
        out.write(new ClassWriter(read, home).write());
      }
    } catch (Refusal refusal) {
      fail(refusal.element(), String.valueOf(refusal.getMessage()));
    } catch (IOException failure) {
      fail(api, "the decorator of " + api + " cannot be written: " + failure);
    }
  }

  private static void checkVisible(TypeElement api) throws Refusal {
    for (Element type = api; type instanceof TypeElement; type = type.getEnclosingElement()) {
      if (type.getModifiers().contains(Modifier.PRIVATE)) {
        throw new Refusal(api, api + " is private in part, so that no other class can decorate it");
      }
      if (type.getModifiers().contains(Modifier.SEALED)) {
        throw new Refusal(api, api + " is sealed, so that no other class can implement it");
      }
    }
  }

  private void fail(Element element, String message) {
    AnnotationMirror annotation = Attributes.annotationOf(element);
    String line = printable(message);
    if (annotation == null) {
      processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, line, element);
    } else {
      processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, line, element, annotation);
    }
  }

  /** A name in a class file may have almost any character, and 65,535 bytes. */
  private static String printable(String message) {
    return PrintableText.oneLine(message, LONGEST_MESSAGE);
  }
}
