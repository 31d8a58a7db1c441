package dev.reprise.batch;

import dev.reprise.classify.Outcome;
import java.util.List;

/**
 * What the outcome of a call means for each entry of its chunk.
 *
 * @param done accepted
 * @param refused refused for good, each with the service's words as its message
 * @param rest not known to be done
 * @param outcome what the policy judges the rest by
 */
record Answered<I>(
    List<Entry<I>> done,
    List<Entry<I>> refused,
    List<Entry<I>> rest,
    Outcome<BatchReply<I>> outcome) {

  static <I> Answered<I> of(Outcome<BatchReply<I>> outcome, List<Entry<I>> chunk) {
    if (!(outcome instanceof Outcome.Returned<BatchReply<I>> returned)) {
      return new Answered<>(List.of(), List.of(), chunk, outcome);
    }
    BatchReply<I> reply = returned.value();
    if (reply != null && reply.isAllDone()) {
      return new Answered<>(chunk, List.of(), List.of(), outcome);
    }
    try {
      ReplyReader<I> reader = ReplyReader.read(reply, chunk);
      return new Answered<>(reader.done(), reader.refused(), reader.rest(), outcome);
    } catch (InvalidReplyException invalid) {
      return new Answered<>(List.of(), List.of(), chunk, Outcome.threw(invalid));
    }
  }

  boolean advanced() {
    return !done.isEmpty() || !refused.isEmpty();
  }

  boolean isPartial() {
    return !done.isEmpty() && !rest.isEmpty();
  }
}
