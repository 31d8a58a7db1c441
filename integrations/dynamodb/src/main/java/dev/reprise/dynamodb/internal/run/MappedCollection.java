package dev.reprise.dynamodb.internal.run;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Function;

/** A view of a collection, whose elements are mapped as they are read. */
public final class MappedCollection<T, R> extends AbstractCollection<R> {

  private final Collection<? extends T> elements;
  private final Function<T, R> mapping;

  /** Creates a view. */
  public MappedCollection(Collection<? extends T> elements, Function<T, R> mapping) {
    this.elements = elements;
    this.mapping = mapping;
  }

  @Override
  public Iterator<R> iterator() {
    Iterator<? extends T> each = elements.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public R next() {
        return mapping.apply(each.next());
      }
    };
  }

  @Override
  public int size() {
    return elements.size();
  }
}
