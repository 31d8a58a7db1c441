package dev.reprise.testing.shape;

import static dev.reprise.testing.shape.CallShapes.with;

import dev.reprise.Backup;
import dev.reprise.testing.internal.BackupFailure;
import dev.reprise.testing.shape.CallShape.Form;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of {@link dev.reprise.Retry} with a backup that never has a result: calls must have
 * the same outcome as without a backup.
 */
final class BackupShapes {

  private static final Form STAGE =
      (retry, op, time) -> retry.callAsyncOrElse(op::stage, ofStage());
  private static final Form BLOCKING_ON_EXECUTOR =
      (retry, op, time) -> retry.callAsyncOrElse(op, time.executor(), blocking());

  private BackupShapes() {}

  private static Backup<@Nullable Object> ofStage() {
    return Backup.ofStage(() -> CompletableFuture.failedFuture(new BackupFailure()));
  }

  private static Backup<@Nullable Object> blocking() {
    return Backup.of(
        () -> {
          throw new BackupFailure();
        });
  }

  static void addTo(List<CallShape> all) {
    all.add(
        CallShapes.blocking(
            "callOrElse with a backup",
            CallShapes.BLOCKING,
            (retry, op) -> retry.callOrElse(op, ofStage())));
    all.add(new CallShape("callAsyncOrElse with a backup", CallShapes.STAGES, STAGE));
    all.add(
        new CallShape(
            "callAsyncOrElse with a backup of a blocking operation on an executor",
            with(CallShapes.ASYNC, Trait.OVERLAPS, Trait.RUNS_BACKUPS_ON_EXECUTOR),
            BLOCKING_ON_EXECUTOR));
    HedgedShapes.addBlocking(
        all,
        "callOrElse with a backup",
        with(HedgedShapes.BLOCKING, Trait.RUNS_BACKUPS_ON_EXECUTOR),
        (retry, op) -> retry.callOrElse(op, blocking()));
    HedgedShapes.add(all, "callAsyncOrElse with a backup", HedgedShapes.STAGES, STAGE);
  }
}
