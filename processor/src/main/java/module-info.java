/**
 * Annotation processor that generates decorators, as Java source, for {@code @Retryable}
 * interfaces.
 */
module dev.reprise.processor {
  requires static transitive org.jspecify;
  requires dev.reprise;
  requires transitive java.compiler;

  exports dev.reprise.processor;

  provides javax.annotation.processing.Processor with
      dev.reprise.processor.RetryableProcessor;
}
