package dev.reprise.spring.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Sets the attributes of {@link AutoConfigureReprise} as properties. Found by Spring's tests. */
final class RepriseContextCustomizerFactory implements ContextCustomizerFactory {

  RepriseContextCustomizerFactory() {}

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
    AutoConfigureReprise annotation =
        TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureReprise.class);
    return annotation == null ? null : new Attributes(annotation.virtualTime());
  }

  /** Equal attributes are equal, so that test classes share their context. */
  private record Attributes(boolean virtualTime) implements ContextCustomizer {

    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      TestPropertyValues.of(RepriseTestAutoConfiguration.VIRTUAL_TIME + "=" + virtualTime)
          .applyTo(context);
    }
  }
}
