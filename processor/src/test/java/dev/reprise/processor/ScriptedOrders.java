package dev.reprise.processor;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Fails a given number of times, then returns. */
class ScriptedOrders implements Orders {

  int failures;
  int calls;
  Object result;
  Exception failure = new IOException("down");

  private <T> T value(T value) {
    calls++;
    if (failures-- > 0) {
      ScriptedOrders.<RuntimeException>sneak(failure);
    }
    return value;
  }

  @SuppressWarnings("unchecked")
  private static <X extends Throwable> void sneak(Throwable failure) throws X {
    throw (X) failure;
  }

  private <T> CompletableFuture<T> stage(T value) {
    calls++;
    return failures-- > 0
        ? CompletableFuture.failedFuture(failure)
        : CompletableFuture.completedFuture(value);
  }

  @Override
  public String load(String key) throws IOException {
    return value(key);
  }

  @Override
  public String peek(String key) throws IOException {
    return value(key);
  }

  @Override
  public String find(String id) throws IOException {
    return value(id);
  }

  @Override
  public void delete(String id, int version) throws IOException {
    value(id);
  }

  @Override
  public int count(long from, double... weights) throws IOException {
    return value((int) from + weights.length);
  }

  @Override
  public <T extends Comparable<? super T> & java.io.Serializable> T max(
      Class<T> type, List<? extends T> of) throws IOException {
    return value(of.get(0));
  }

  @Override
  public Object anything() throws IOException {
    return value(result);
  }

  @Override
  public void touch() throws IOException {
    value(null);
  }

  @Override
  public Optional<String[]> maybe(char retry, byte[]... value) throws IOException {
    return value(Optional.of(new String[] {retry + "" + value.length}));
  }

  @Override
  public CompletableFuture<String> place(String order) {
    return stage(order);
  }

  @Override
  public CompletionStage<List<String>> status(String start) {
    return stage(List.of(start));
  }

  @Override
  public String region() throws IOException {
    return value("north");
  }

  @Override
  @Deprecated
  public long old(boolean flag) throws IOException {
    return value(flag ? 1L : 0L);
  }

  @Override
  public String toString() {
    return "a script";
  }
}
