package dev.reprise.dynamodb;

import dev.reprise.batch.BatchReply;
import dev.reprise.classify.FailureKind;
import java.util.ArrayList;
import java.util.List;

/** What became of a chunk, or of a part of it. */
record Answer<I>(List<I> rest, List<Refused<I>> refused, String why, FailureKind kind) {

  /** An item that the service refuses for good, and its words. */
  record Refused<I>(I item, String why) {}

  static <I> Answer<I> done() {
    return left(List.of(), "");
  }

  static <I> Answer<I> left(List<I> rest, String why) {
    return new Answer<>(rest, List.of(), why, FailureKind.THROTTLED);
  }

  static <I> Answer<I> refused(I item, String why) {
    return new Answer<>(List.of(), List.of(new Refused<>(item, why)), "", FailureKind.THROTTLED);
  }

  /** Left over although nothing was throttled. */
  static <I> Answer<I> noRoom(List<I> rest, String why) {
    return new Answer<>(rest, List.of(), why, FailureKind.TRANSIENT);
  }

  Answer<I> and(Answer<I> other) {
    return new Answer<>(
        joined(rest, other.rest),
        joined(refused, other.refused),
        why.isEmpty() ? other.why : why,
        why.isEmpty() ? other.kind : kind);
  }

  BatchReply<I> toReply() {
    BatchReply<I> reply = BatchReply.<I>unprocessed(rest).withKind(kind);
    for (Refused<I> one : refused) {
      reply = reply.rejecting(one.item(), one.why());
    }
    return why.isEmpty() ? reply : reply.withMessage(why);
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    List<T> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }
}
