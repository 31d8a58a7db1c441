package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.InvalidReplyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
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
  private final Fate[] fates;
  private final boolean[] named;
  private final @Nullable String[] refusals;
  private final @Nullable Throwable[] errors;
  private @Nullable IdentityHashMap<I, Integer> heads;
  private int[] sameInstance = {};

  private ReplyReader(List<Entry<I>> chunk, boolean nothingDone) {
    this.chunk = chunk;
    fates = new Fate[chunk.size()];
    Arrays.fill(fates, nothingDone ? Fate.REST : Fate.DONE);
    named = new boolean[chunk.size()];
    refusals = new String[chunk.size()];
    errors = new Throwable[chunk.size()];
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
    ReplyReader<I> reader = new ReplyReader<>(chunk, reply.isNothingDone());
    reply.named().forEach(reader::name);
    return reader;
  }

  List<Entry<I>> done() {
    return entries(Fate.DONE);
  }

  List<Entry<I>> rest() {
    return entries(Fate.REST);
  }

  /** Returns the refused entries, each with the message of the service. */
  List<Entry<I>> refused() {
    for (int i = 0; i < fates.length; i++) {
      String refusal = refusals[i];
      if (refusal != null) {
        chunk.get(i).failedWith(errors[i], refusal);
      }
    }
    return entries(Fate.REFUSED);
  }

  private List<Entry<I>> entries(Fate fate) {
    List<Entry<I>> entries = new ArrayList<>();
    for (int i = 0; i < fates.length; i++) {
      if (fates[i] == fate) {
        entries.add(chunk.get(i));
      }
    }
    return entries;
  }

  private void name(BatchReply.Named<I> name) {
    I item = name.item();
    int place = item == null ? checked(name.position()) : placeOf(item);
    if (named[place]) {
      throw new InvalidReplyException("the reply names position " + place + " of its chunk twice");
    }
    named[place] = true;
    fates[place] = name.refusal() == null ? Fate.REST : Fate.REFUSED;
    refusals[place] = name.refusal();
    errors[place] = name.error();
  }

  private int checked(int position) {
    if (position < 0 || position >= fates.length) {
      throw new InvalidReplyException(
          "the reply names position " + position + " of a chunk of " + fates.length);
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
    while (named[place] && sameInstance[place] != NONE) {
      place = sameInstance[place];
    }
    return place;
  }

  private IdentityHashMap<I, Integer> heads() {
    IdentityHashMap<I, Integer> known = heads;
    if (known == null) {
      known = new IdentityHashMap<>(fates.length);
      sameInstance = new int[fates.length];
      for (int i = fates.length - 1; i >= 0; i--) {
        Integer later = known.put(chunk.get(i).item(), i);
        sameInstance[i] = later == null ? NONE : later;
      }
      heads = known;
    }
    return known;
  }
}
