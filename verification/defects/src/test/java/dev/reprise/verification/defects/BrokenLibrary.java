package dev.reprise.verification.defects;

import dev.reprise.Retry;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.contract.ContractRun;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The library and its contract in a separate class loader, with some classes replaced. */
final class BrokenLibrary implements AutoCloseable {

  private final URLClassLoader loader;
  private final Object run;

  /** Loads the built classes, except for those in a folder. */
  BrokenLibrary(Path broken) throws ReflectiveOperationException, MalformedURLException {
    URL[] places = {
      broken.toUri().toURL(),
      placeOf(Retry.class),
      placeOf(VirtualTime.class),
      placeOf(ContractRun.class)
    };
    loader = new URLClassLoader(places, new AllButOurs());
    run = loader.loadClass(ContractRun.class.getName()).getDeclaredConstructor().newInstance();
  }

  private static URL placeOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** The names of all scenarios of the contract. */
  @SuppressWarnings("unchecked")
  List<String> scenarios() {
    return ((Supplier<List<String>>) run).get();
  }

  /** The exception of a scenario of the contract; null if it passes. */
  @SuppressWarnings("unchecked")
  @Nullable Throwable play(String scenario) {
    return ((Function<String, @Nullable Throwable>) run).apply(scenario);
  }

  @Override
  public void close() throws java.io.IOException {
    loader.close();
  }

  /** The parent class loader, which hides the classes that are loaded again. */
  private static final class AllButOurs extends ClassLoader {

    AllButOurs() {
      super(BrokenLibrary.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.reprise.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
