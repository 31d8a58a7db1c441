package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.InvalidReplyException;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the result of each item of a chunk from a reply. */
final class ReplyReader<I> {

  private enum Fate {
    DONE,
    REST,
    REFUSED
  }

  private static final int NONE = -1;

  private final List<Entry<I>> chunk;
  private final BatchReply<I> reply;
  private final @Nullable Fate[] named;
  private final @Nullable ItemFailure[] failures;
  private @Nullable IdentityHashMap<I, Integer> heads;
  private int[] sameInstance = {};

  private ReplyReader(List<Entry<I>> chunk, BatchReply<I> reply) {
    this.chunk = chunk;
    this.reply = reply;
    named = new Fate[chunk.size()];
    failures = new ItemFailure[chunk.size()];
  }

  /**
   * Reads a reply.
   *
   * @throws InvalidReplyException if it is null, names what is not in the chunk, or a place twice
   */
  static <I> ReplyReader<I> read(@Nullable BatchReply<I> reply, List<Entry<I>> chunk) {
    if (reply == null) {
      throw new InvalidReplyException("the operation returned null instead of a reply");
    }
    ReplyReader<I> reader = new ReplyReader<>(chunk, reply);
    reply.named().forEach(reader::name);
    return reader;
  }

  List<Entry<I>> done() {
    List<Entry<I>> done = new ArrayList<>();
    for (int i = 0; i < named.length; i++) {
      if (fate(i) == Fate.DONE) {
        done.add(chunk.get(i));
      }
    }
    return done;
  }

  /** Returns the unprocessed entries, grouped by the verdict of the reply on them. */
  @SuppressWarnings("ReferenceEquality") // a quick check before the one by value
  List<UnprocessedGroup<I>> unprocessed() {
    Map<Verdict, List<Entry<I>>> groups = new LinkedHashMap<>();
    ItemFailure last = null;
    List<Entry<I>> group = List.of();
    for (int i = 0; i < named.length; i++) {
      if (fate(i) == Fate.REST) {
        ItemFailure failure = noted(i);
        if (failure != last) {
          group = groups.computeIfAbsent(reply.verdictOn(failure), none -> new ArrayList<>());
          last = failure;
        }
        group.add(chunk.get(i));
      }
    }
    List<UnprocessedGroup<I>> unprocessed = new ArrayList<>(groups.size());
    groups.forEach(
        (verdict, entries) ->
            unprocessed.add(new UnprocessedGroup<>(entries, Outcome.returned(verdict))));
    return unprocessed;
  }

  /** Returns the refused entries, each with the message of the service. */
  List<Entry<I>> refused() {
    List<Entry<I>> refused = new ArrayList<>();
    for (int i = 0; i < named.length; i++) {
      if (fate(i) == Fate.REFUSED) {
        noted(i);
        refused.add(chunk.get(i));
      }
    }
    return refused;
  }

  private Fate fate(int place) {
    Fate fate = named[place];
    return fate != null ? fate : reply.isNothingDone() ? Fate.REST : Fate.DONE;
  }

  /** Notes the failure of an entry in it. */
  private ItemFailure noted(int place) {
    ItemFailure own = failures[place];
    ItemFailure failure = own == null ? reply.failure() : own;
    chunk.get(place).failedWith(failure.error(), failure.message());
    return failure;
  }

  private void name(BatchReply.Named<I> name) {
    I item = name.item();
    if (item != null) {
      name(placeOf(item), name);
      return;
    }
    for (int i = 0; i < name.count(); i++) {
      name(checked(name.position() + i), name);
    }
  }

  private void name(int place, BatchReply.Named<I> name) {
    if (named[place] != null) {
      throw new InvalidReplyException("the reply names position " + place + " of its chunk twice");
    }
    named[place] =
        switch (name.result()) {
          case UNPROCESSED -> Fate.REST;
          case REFUSED -> Fate.REFUSED;
          case CONFLICT -> chunk.get(place).mayBeDone() ? Fate.DONE : Fate.REFUSED;
        };
    failures[place] = name.failure();
  }

  private int checked(int position) {
    if (position < 0 || position >= named.length) {
      throw new InvalidReplyException(
          "the reply names position " + position + " of a chunk of " + named.length);
    }
    return position;
  }

  /** Returns the first position of an instance that was not named yet. */
  private int placeOf(I item) {
    Integer head = heads().get(item);
    if (head == null) {
      throw new InvalidReplyException("the reply names an item that was not in its chunk");
    }
    int place = head;
    while (named[place] != null && sameInstance[place] != NONE) {
      place = sameInstance[place];
    }
    return place;
  }

  private IdentityHashMap<I, Integer> heads() {
    IdentityHashMap<I, Integer> known = heads;
    if (known == null) {
      known = new IdentityHashMap<>(named.length);
      sameInstance = new int[named.length];
      for (int i = named.length - 1; i >= 0; i--) {
        Integer later = known.put(chunk.get(i).item(), i);
        sameInstance[i] = later == null ? NONE : later;
      }
      heads = known;
    }
    return known;
  }
}
