package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Checked exceptions in calls of Failsafe. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class FailsafeExceptionTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  @Test
  void checked_exceptions_stay_unchecked_for_the_caller() {
    migrates(
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;
        import java.util.concurrent.TimeoutException;

        class Orders {
          private RetryPolicy<Object> policy;

          String find(String id) {
            return Failsafe.with(policy).get(() -> fetch(id));
          }

          void touch(String id) {
            Failsafe.with(policy).run(() -> {
              fetch(id);
              await();
            });
          }

          Object call(java.util.concurrent.Callable<Object> callable) {
            return Failsafe.with(policy).get(() -> callable.call());
          }

          private String fetch(String id) throws IOException {
            throw new IOException(id);
          }

          private void await() throws TimeoutException {}
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.IOException;
        import java.io.UncheckedIOException;
        import java.util.concurrent.CompletionException;
        import java.util.concurrent.TimeoutException;

        class Orders {
          private Retry policy;

          String find(String id) {
            // Reprise: checked exceptions arrive in the unchecked exception that the operation throws, not
            // in a FailsafeException.
            return policy.call(() -> {
              try {
                return fetch(id);
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            });
          }

          void touch(String id) {
            policy.run(() -> {
              try {
                fetch(id);
                await();
              } catch (IOException | TimeoutException failure) {
                throw new CompletionException(failure);
              }
            });
          }

          Object call(java.util.concurrent.Callable<Object> callable) {
            return policy.call(() -> {
              try {
                return callable.call();
              } catch (InterruptedException failure) {
                Thread.currentThread().interrupt();
                throw new CompletionException(failure);
              } catch (RuntimeException failure) {
                throw failure;
              } catch (Exception failure) {
                throw new CompletionException(failure);
              }
            });
          }

          private String fetch(String id) throws IOException {
            throw new IOException(id);
          }

          private void await() throws TimeoutException {}
        }
        """);
  }

  @Test
  void an_exception_that_the_method_declares_is_thrown_itself() {
    migrates(
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;

        class Orders {
          private RetryPolicy<Object> policy;

          String find(String id) throws IOException {
            return Failsafe.with(policy).get(() -> fetch(id));
          }

          private String fetch(String id) throws IOException {
            throw new IOException(id);
          }
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.IOException;

        class Orders {
          private Retry policy;

          String find(String id) throws IOException {
            // Reprise: the exception of the operation is thrown itself, not inside a FailsafeException.
            return policy.call(() -> fetch(id));
          }

          private String fetch(String id) throws IOException {
            throw new IOException(id);
          }
        }
        """);
  }

  @Test
  void exceptions_of_other_packages_and_of_nested_classes_are_caught() {
    migrates(
        """
        import dev.failsafe.FailsafeExecutor;
        import javax.naming.Context;

        class Orders {
          FailsafeExecutor<Object> executor;
          Context names;
          Pool pool;

          Object find(String id) {
            return executor.get(() -> names.lookup(id));
          }

          Object take() {
            return executor.get(() -> pool.take());
          }

          void await() {
            executor.run(() -> Thread.sleep(1));
          }
        }

        class Pool {
          static class EmptyException extends Exception {}

          Object take() throws EmptyException {
            return this;
          }
        }
        """,
        """
        import dev.reprise.Retry;

        import javax.naming.Context;
        import javax.naming.NamingException;

        import java.util.concurrent.CompletionException;

        class Orders {
          Retry executor;
          Context names;
          Pool pool;

          Object find(String id) {
            // Reprise: checked exceptions arrive in the unchecked exception that the operation throws, not
            // in a FailsafeException.
            return executor.call(() -> {
              try {
                return names.lookup(id);
              } catch (NamingException failure) {
                throw new CompletionException(failure);
              }
            });
          }

          Object take() {
            return executor.call(() -> {
              try {
                return pool.take();
              } catch (Pool.EmptyException failure) {
                throw new CompletionException(failure);
              }
            });
          }

          void await() {
            executor.run(() -> {
              try {
                Thread.sleep(1);
              } catch (InterruptedException failure) {
                Thread.currentThread().interrupt();
                throw new CompletionException(failure);
              }
            });
          }
        }

        class Pool {
          static class EmptyException extends Exception {}

          Object take() throws EmptyException {
            return this;
          }
        }
        """);
  }

  @Test
  void what_closing_a_resource_throws_is_caught() {
    migrates(
        """
        import dev.failsafe.FailsafeExecutor;
        import java.io.IOException;

        class Orders {
          FailsafeExecutor<String> executor;

          String find() {
            return executor.get(() -> {
              try (Connection connection = new Connection()) {
                return connection.toString();
              }
            });
          }
        }

        class Connection implements AutoCloseable {
          @Override
          public void close() throws IOException {}
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.IOException;
        import java.io.UncheckedIOException;

        class Orders {
          Retry executor;

          String find() {
            // Reprise: checked exceptions arrive in the unchecked exception that the operation throws, not
            // in a FailsafeException.
            return executor.call(() -> {
              try {
                try (Connection connection = new Connection()) {
                  return connection.toString();
                }
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            });
          }
        }

        class Connection implements AutoCloseable {
          @Override
          public void close() throws IOException {}
        }
        """);
  }

  @Test
  void comments_keep_their_indentation_inside_of_the_try_statement() {
    migrates(
        """
        import dev.failsafe.FailsafeExecutor;

        class Orders {
          void touch(FailsafeExecutor<Object> executor) {
            executor.run(() -> {
              // first
              if (executor != null) {
                Thread.sleep(5); // short
              }

              // last
            });
          }
        }
        """,
        """
        import dev.reprise.Retry;

        import java.util.concurrent.CompletionException;

        class Orders {
          void touch(Retry executor) {
            // Reprise: checked exceptions arrive in the unchecked exception that the operation throws, not
            // in a FailsafeException.
            executor.run(() -> {
              try {
                // first
                if (executor != null) {
                  Thread.sleep(5); // short
                }

                // last
              } catch (InterruptedException failure) {
                Thread.currentThread().interrupt();
                throw new CompletionException(failure);
              }
            });
          }
        }
        """);
  }

  @Test
  void an_exception_that_is_thrown_again_has_the_types_of_its_statement() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import dev.failsafe.Failsafe;
        import java.io.EOFException;
        import java.io.FileNotFoundException;
        import java.io.IOException;

        class Orders {
          void again(RetryPolicy<Object> policy) throws IOException {
            Failsafe.with(policy).run(() -> {
              try {
                System.in.read();
              } catch (Exception failure) {
                throw failure;
              }
            });
          }

          void wrapped(RetryPolicy<Object> policy) {
            Failsafe.with(policy).run(() -> {
              try {
                System.in.read();
              } catch (Exception e) {
                try {
                  throw e;
                } finally {
                  System.out.println();
                }
              }
            });
          }

          void remaining(RetryPolicy<Object> policy) {
            Failsafe.with(policy).run(() -> {
              try {
                open();
              } catch (FileNotFoundException e) {
                System.out.println();
              } catch (Throwable e) {
                throw e;
              }
            });
          }

          void assigned(RetryPolicy<Object> policy) {
            Failsafe.with(policy).run(() -> {
              try {
                System.in.read();
              } catch (Exception e) {
                e = new Exception(e);
                throw e;
              }
            });
          }

          void nothing(RetryPolicy<Object> policy) {
            Failsafe.with(policy).run(() -> {
              try {
                System.out.println();
              } catch (Exception e) {
                throw e;
              }
            });
          }

          Object created(RetryPolicy<Object> policy) {
            return Failsafe.with(policy).get(() -> new Object() { int first = System.in.read(); });
          }

          void open() throws FileNotFoundException, EOFException {}
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.EOFException;
        import java.io.FileNotFoundException;
        import java.io.IOException;
        import java.io.UncheckedIOException;
        import java.util.concurrent.CompletionException;

        class Orders {
          void again(Retry policy) throws IOException {
            // Reprise: the exception of the operation is thrown itself, not inside a FailsafeException.
            policy.run(() -> {
              try {
                System.in.read();
              } catch (Exception failure) {
                throw failure;
              }
            });
          }

          void wrapped(Retry policy) {
            // Reprise: checked exceptions arrive in the unchecked exception that the operation throws, not
            // in a FailsafeException.
            policy.run(() -> {
              try {
                try {
                  System.in.read();
                } catch (Exception e) {
                  try {
                    throw e;
                  } finally {
                    System.out.println();
                  }
                }
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            });
          }

          void remaining(Retry policy) {
            policy.run(() -> {
              try {
                try {
                  open();
                } catch (FileNotFoundException e) {
                  System.out.println();
                } catch (Throwable e) {
                  throw e;
                }
              } catch (EOFException failure) {
                throw new CompletionException(failure);
              }
            });
          }

          void assigned(Retry policy) {
            policy.run(() -> {
              try {
                try {
                  System.in.read();
                } catch (Exception e) {
                  e = new Exception(e);
                  throw e;
                }
              } catch (InterruptedException failure) {
                Thread.currentThread().interrupt();
                throw new CompletionException(failure);
              } catch (RuntimeException failure) {
                throw failure;
              } catch (Exception failure) {
                throw new CompletionException(failure);
              }
            });
          }

          void nothing(Retry policy) {
            policy.run(() -> {
              try {
                System.out.println();
              } catch (Exception e) {
                throw e;
              }
            });
          }

          Object created(Retry policy) {
            return policy.call(() -> {
              try {
                return new Object() { int first = System.in.read(); };
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            });
          }

          void open() throws FileNotFoundException, EOFException {}
        }
        """);
  }

  @Test
  void an_exception_of_a_type_variable_stays() {
    migrates(
        """
        import dev.failsafe.FailsafeExecutor;

        class Orders {
          <E extends Exception> void fail(FailsafeExecutor<Object> executor, E failure) throws E {
            executor.run(() -> { throw failure; });
          }
        }
        """,
        """
        import dev.failsafe.FailsafeExecutor;

        class Orders {
          <E extends Exception> void fail(FailsafeExecutor<Object> executor, E failure) throws E {
            // Reprise: not migrated: the parser does not know all methods that are called here, nor their
            // exceptions.
            executor.run(() -> { throw failure; });
          }
        }
        """);
  }
}
