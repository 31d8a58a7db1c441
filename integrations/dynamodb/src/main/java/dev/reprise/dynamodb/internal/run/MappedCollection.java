package dev.reprise.dynamodb.internal.run;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Function;

/** A view of a collection, whose elements are mapped as they are read. */
public final class MappedCollection<T, R> extends AbstractCollection<R> {

  private final Collection<? extends T> elements;
  private final String kind;
  private final Function<T, R> mapping;

  /** Creates a view, with the arguments of {@link MappedIterator}. */
  public MappedCollection(Collection<? extends T> elements, String kind, Function<T, R> mapping) {
    this.elements = elements;
    this.kind = kind;
    this.mapping = mapping;
  }

  @Override
  public Iterator<R> iterator() {
    return new MappedIterator<>(elements.iterator(), kind, mapping);
  }

  @Override
  public int size() {
    return elements.size();
  }
}
