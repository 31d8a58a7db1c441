package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A scripted service with one method for each shape of a call. */
@Retryable
public interface ScriptedService {

  Object call() throws Exception;

  Object callWith(String first, int second) throws Exception;

  void act() throws Exception;

  CompletableFuture<Object> future() throws Exception;

  CompletionStage<Object> stage(String first) throws Exception;

  @Retryable(name = "named")
  Object callNamed() throws Exception;
}
