package dev.reprise.testbed.dynamodb;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.testbed.dynamodb.operation.CreateTableRequest;
import dev.reprise.testbed.dynamodb.operation.Dispatcher;
import dev.reprise.testbed.dynamodb.operation.LiveCounters;
import dev.reprise.testbed.dynamodb.operation.TableOperations;
import dev.reprise.testbed.dynamodb.storage.Tables;
import dev.reprise.time.TimeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A table server in memory that speaks the DynamoDB JSON 1.0 protocol on a loopback port and
 * throttles. It meters every item by size against the capacity units of its table. A request that
 * exceeds the capacity gets the same response as from the service: unprocessed items, unprocessed
 * keys or a throughput exception.
 *
 * <pre>{@code
 * try (DynamoDbTableServer server = DynamoDbTableServer.builder().writeUnits(50).start()) {
 *   server.failNext("BatchWriteItem", 1, Fault.dropAfterProcessing());
 *   orders.load(server.endpoint());
 *   assertThat(server.counters().requests("BatchWriteItem")).isEqualTo(2);
 * }
 * }</pre>
 *
 * <p>It offers CreateTable, DescribeTable, DeleteTable, ListTables, PutItem, GetItem, UpdateItem,
 * DeleteItem, BatchWriteItem, BatchGetItem, TransactWriteItems, TransactGetItems, Query and Scan,
 * and ExecuteStatement and BatchExecuteStatement for statements that name one item by its key, with
 * the service's limits, checks, error types and messages. Any other operation fails with an
 * UnknownOperationException, and a parameter that the server does not support fails with a
 * ValidationException that names it. A table is active as soon as it is created. Requests must have
 * credentials, but any credentials are accepted: signatures are not checked.
 *
 * <p>Each table holds at most the units of the burst time, and starts with this number of units. A
 * table that is created with provisioned throughput has this throughput, and returns
 * ProvisionedThroughputExceededException when no item fits. A table that is created with {@code
 * PAY_PER_REQUEST} has the units set here, and returns ThrottlingException. An item that costs more
 * than a full burst is written or read when the burst is full, and the table then has a debt.
 *
 * <p>Safe for use by any thread. The threads of the server are daemons.
 */
public final class DynamoDbTableServer implements AutoCloseable {

  private static final int THREADS = 16;
  private static final long IDLE_SECONDS = 5;
  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private final HttpServer server;
  private final ExecutorService executor;
  private final FaultQueue queue;
  private final LiveCounters counters;

  private DynamoDbTableServer(
      HttpServer server, ExecutorService executor, FaultQueue queue, LiveCounters counters) {
    this.server = server;
    this.executor = executor;
    this.queue = queue;
    this.counters = counters;
  }

  /**
   * Returns a builder of a server.
   *
   * @return a builder with every setting at its default
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the address of the server for clients.
   *
   * @return the address, such as {@code http://127.0.0.1:40123}
   */
  public URI endpoint() {
    InetSocketAddress address = server.getAddress();
    return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
  }

  /**
   * Returns the counters of the server.
   *
   * @return a snapshot
   */
  public ServerCounters counters() {
    return ServerCounters.of(counters.toJson());
  }

  /**
   * Sets a fault for the next calls, of any operation. Faults that were set earlier apply first;
   * the builder's {@link Builder#faults(FaultScript) script} applies to the calls after them.
   *
   * @param calls the number of calls, at least 1
   * @param fault the fault of each of these calls
   * @throws IllegalArgumentException if {@code calls} is less than 1
   */
  public void failNext(int calls, Fault fault) {
    queue.add(null, calls, fault);
  }

  /**
   * Sets a fault for the next calls of one operation. Calls of other operations are not affected.
   *
   * @param operation the name of the operation in the protocol, such as {@code BatchWriteItem}
   * @param calls the number of calls, at least 1
   * @param fault the fault of each of these calls
   * @throws IllegalArgumentException if {@code calls} is less than 1
   */
  public void failNext(String operation, int calls, Fault fault) {
    queue.add(operation, calls, fault);
  }

  /**
   * Stops the server at once. Calls in flight end without a response. Closing again has no effect.
   */
  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }

  /**
   * Collects settings. Not safe for use by several threads; a started server is independent of its
   * builder.
   */
  public static final class Builder {

    private long writeUnits = 500;
    private long readUnits = 100;
    private Duration burst = Duration.ofSeconds(1);
    private LongSupplier ticks = System::nanoTime;
    private FaultScript faults = operation -> Optional.empty();
    private int port;

    private Builder() {}

    /**
     * Sets the write capacity of on-demand tables.
     *
     * @param unitsPerSecond write capacity units a second, 1 to 10<sup>12</sup>; 500 by default. A
     *     unit writes 1 KB
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder writeUnits(long unitsPerSecond) {
      writeUnits = checkUnits("writeUnits", unitsPerSecond);
      return this;
    }

    /**
     * Sets the read capacity of on-demand tables.
     *
     * @param unitsPerSecond read capacity units a second, 1 to 10<sup>12</sup>; 100 by default. A
     *     unit reads 4 KB consistently, or 8 KB eventually consistently
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder readUnits(long unitsPerSecond) {
      readUnits = checkUnits("readUnits", unitsPerSecond);
      return this;
    }

    /**
     * Sets the time for which a table may save unused capacity.
     *
     * @param length the time whose units a table holds at most, more than zero; one second by
     *     default
     * @return this builder
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Builder burst(Duration length) {
      if (length.isZero() || length.isNegative()) {
        throw new IllegalArgumentException(
            "burst must be more than zero, but was " + TimeText.inWords(length));
      }
      burst = length;
      return this;
    }

    /**
     * Sets the clock that refills capacity.
     *
     * @param nanoseconds monotonic ticks in nanoseconds, of any origin; {@code System.nanoTime} by
     *     default. Called by the server's threads, outside its locks
     * @return this builder
     */
    public Builder ticks(LongSupplier nanoseconds) {
      ticks = nanoseconds;
      return this;
    }

    /**
     * Sets the script that selects the fault of each call.
     *
     * @param script called for every call for which {@link #failNext(int, Fault) failNext} has no
     *     fault; by default no call has a fault
     * @return this builder
     */
    public Builder faults(FaultScript script) {
      faults = script;
      return this;
    }

    /**
     * Sets the port on the loopback address.
     *
     * @param number 0 to 65535; 0, the default, selects any free port
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder port(int number) {
      if (number < 0 || number > 0xffff) {
        throw new IllegalArgumentException("port must be between 0 and 65535, but was " + number);
      }
      port = number;
      return this;
    }

    /**
     * Starts a server without tables.
     *
     * <p>Sets the system property {@code sun.net.httpserver.nodelay} unless it is set already. The
     * JDK's server reads the property when its first class is loaded; without it the kernel delays
     * every response by about 40 ms. A program that starts a different {@code HttpServer} earlier
     * must set the property itself.
     *
     * @return the running server
     * @throws UncheckedIOException if the port cannot be bound
     */
    public DynamoDbTableServer start() {
      if (System.getProperty("sun.net.httpserver.nodelay") == null) {
        System.setProperty("sun.net.httpserver.nodelay", "true");
      }
      LiveCounters counters = new LiveCounters();
      Tables tables = new Tables();
      FaultQueue queue = new FaultQueue();
      FaultScript script = faults;
      CreateTableRequest requests =
          new CreateTableRequest(readUnits, writeUnits, InstantSource.system());
      TableOperations operations = new TableOperations(tables, requests, burst);
      HttpServer server = bind();
      ExecutorService executor = executor();
      server.setExecutor(executor);
      server.createContext(
          "/",
          new HttpFrontEnd(
              new Dispatcher(operations, tables, ticks, counters),
              operation -> queue.faultFor(operation).or(() -> script.faultFor(operation)),
              counters));
      server.start();
      return new DynamoDbTableServer(server, executor, queue, counters);
    }

    private HttpServer bind() {
      try {
        return HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot listen on 127.0.0.1:" + port, e);
      }
    }

    private static ExecutorService executor() {
      ThreadPoolExecutor executor =
          new ThreadPoolExecutor(
              THREADS,
              THREADS,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              Builder::thread);
      executor.allowCoreThreadTimeOut(true);
      return executor;
    }

    private static Thread thread(Runnable body) {
      Thread thread = new Thread(body, "table-server-" + THREAD_NUMBER.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }

    private static long checkUnits(String setting, long units) {
      if (units < 1 || units > CreateTableRequest.MOST_UNITS) {
        throw new IllegalArgumentException(
            setting
                + " must be between 1 and "
                + CreateTableRequest.MOST_UNITS
                + ", but was "
                + units);
      }
      return units;
    }
  }
}
