package dev.reprise.batch;

import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;

/** An input that may delay an item, or throw. */
final class FaultySource extends AbstractCollection<Write> {

  private final List<Write> items;
  private final int breaksAt;
  private final boolean slow;
  private final Random random;
  private final VirtualTime time;
  private int read;

  FaultySource(List<Write> items, Random random, VirtualTime time) {
    this.items = items;
    this.random = random;
    this.time = time;
    breaksAt = random.nextInt(8) == 0 ? random.nextInt(items.size() + 1) : Integer.MAX_VALUE;
    slow = random.nextInt(8) == 0;
  }

  boolean breaks() {
    return breaksAt != Integer.MAX_VALUE;
  }

  int read() {
    return read;
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public Iterator<Write> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        if (read == breaksAt) {
          throw new IllegalStateException("the source broke off");
        }
        return read < items.size();
      }

      @Override
      public Write next() {
        if (read >= items.size()) {
          throw new NoSuchElementException();
        }
        block();
        return items.get(read++);
      }
    };
  }

  private void block() {
    if (slow && random.nextInt(4) == 0) {
      try {
        time.pass(Duration.ofMillis(random.nextInt(500)));
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
