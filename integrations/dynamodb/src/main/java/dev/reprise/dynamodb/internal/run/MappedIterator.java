package dev.reprise.dynamodb.internal.run;

import java.util.Iterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An iterator whose elements are mapped as they are read. */
public final class MappedIterator<T, R> implements Iterator<R> {

  private final Iterator<? extends T> elements;
  private final String kind;
  private final Function<T, R> mapping;
  private long position;

  /**
   * Creates an iterator.
   *
   * @param kind the noun for an element, for messages
   */
  public MappedIterator(Iterator<? extends T> elements, String kind, Function<T, R> mapping) {
    this.elements = elements;
    this.kind = kind;
    this.mapping = mapping;
  }

  @Override
  public boolean hasNext() {
    return elements.hasNext();
  }

  /**
   * Returns the next element.
   *
   * @throws NullPointerException if it is null; the message has its position, from 0
   */
  @Override
  public R next() {
    @Nullable T element = elements.next();
    if (element == null) {
      throw new NullPointerException("the " + kind + " at position " + position + " is null");
    }
    position++;
    return mapping.apply(element);
  }
}
