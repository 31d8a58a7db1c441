/** Writes decorators for interfaces with {@code @Retryable} methods, as plain Java. */
module dev.reprise.processor {
  requires static transitive org.jspecify;
  requires dev.reprise;
  requires transitive java.compiler;

  exports dev.reprise.processor;

  provides javax.annotation.processing.Processor with
      dev.reprise.processor.RetryableProcessor;
}
