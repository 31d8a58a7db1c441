package dev.reprise.verification.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** Our jars in a framework of OSGi. */
class OsgiFrameworkTest {

  /** Bundles whose imports the JDK and other bundles of this list provide. */
  private static final List<String> BUNDLES =
      List.of(
          "reprise-core",
          "reprise-testing",
          "reprise-batch",
          "reprise-idempotency",
          "reprise-http",
          "reprise-jdk-http",
          "reprise-jdbc",
          "reprise-servlet",
          "reprise-processor",
          "reprise-simulator",
          "reprise-lab");

  /** A bundle that registers a service, which retries a call that fails twice. */
  private static final String ACTIVATOR =
      """
      package user;

      import dev.reprise.Retry;
      import dev.reprise.backoff.Backoff;
      import dev.reprise.policy.RetryPolicy;
      import java.util.concurrent.atomic.AtomicInteger;
      import java.util.function.Supplier;
      import org.osgi.framework.BundleActivator;
      import org.osgi.framework.BundleContext;

      public final class Activator implements BundleActivator {
        public void start(BundleContext context) {
          Retry retry = Retry.of(RetryPolicy.builder().maxAttempts(3).backoff(Backoff.none()).retryOn(IllegalStateException.class).build());
          AtomicInteger calls = new AtomicInteger();
          Supplier<String> service = () -> retry.call(() -> {
            if (calls.incrementAndGet() < 3) {
              throw new IllegalStateException("busy");
            }
            return "answer after " + calls + " attempts";
          });
          context.registerService(Supplier.class, service, null);
        }

        public void stop(BundleContext context) {}
      }
      """;

  @TempDir Path folder;
  private Framework framework;

  @BeforeEach
  void startAFramework() throws BundleException {
    BuiltBundles.jars();
    framework =
        new FrameworkFactory()
            .newFramework(
                Map.of(
                    Constants.FRAMEWORK_STORAGE,
                    folder.resolve("felix").toString(),
                    Constants.FRAMEWORK_STORAGE_CLEAN,
                    Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT));
    framework.start();
  }

  @AfterEach
  void stopTheFramework() throws BundleException, InterruptedException {
    if (framework != null) {
      framework.stop();
      framework.waitForStop(0);
    }
  }

  private Bundle install(Path jar) throws BundleException {
    return framework.getBundleContext().installBundle(jar.toUri().toString());
  }

  private List<Bundle> installOurs() throws BundleException {
    List<Bundle> bundles = new ArrayList<>();
    for (String name : BUNDLES) {
      bundles.add(install(BuiltBundles.jar(name)));
    }
    return bundles;
  }

  @Test
  void bundles_resolve_without_optional_packages() throws BundleException {
    for (Bundle bundle : installOurs()) {
      bundle.start();
      assertThat(bundle.getState()).as(bundle.getSymbolicName()).isEqualTo(Bundle.ACTIVE);
    }
  }

  @Test
  void another_bundle_retries_a_call() throws Exception {
    installOurs();
    install(userBundle("dev.reprise,dev.reprise.backoff,dev.reprise.function,dev.reprise.policy"))
        .start();
    var context = framework.getBundleContext();
    var service = (Supplier<?>) context.getService(context.getServiceReference(Supplier.class));
    assertThat(service.get()).isEqualTo("answer after 3 attempts");
  }

  @Test
  void another_bundle_does_not_get_an_internal_package() throws Exception {
    installOurs();
    Bundle user = install(userBundle("dev.reprise,dev.reprise.internal.call"));
    assertThatThrownBy(user::start)
        .isInstanceOf(BundleException.class)
        .hasMessageContaining("dev.reprise.internal.call");
  }

  /** Compiles the activator and packs it, with an import of packages of core. */
  private Path userBundle(String imported) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path source = Files.writeString(folder.resolve("Activator.java"), ACTIVATOR);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    String path = System.getProperty("java.class.path");
    String[] arguments = {"-cp", path, "-proc:none", "-d", "" + classes, "" + source};
    int code = ToolProvider.getSystemJavaCompiler().run(null, output, output, arguments);
    assertThat(code).as(output.toString()).isZero();
    Path jar = folder.resolve("user.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest(imported));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, entries);
      }
    }
    return jar;
  }

  private static Manifest manifest(String imported) {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Bundle-ManifestVersion", "2");
    attributes.putValue("Bundle-SymbolicName", "user");
    attributes.putValue("Bundle-Activator", "user.Activator");
    attributes.putValue("Import-Package", "org.osgi.framework," + imported);
    return manifest;
  }
}
