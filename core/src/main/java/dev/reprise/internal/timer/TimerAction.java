package dev.reprise.internal.timer;

/**
 * A task of the library that runs no user code: {@link dev.reprise.time.Delayer#system()} runs it
 * on the timer's thread itself, and all other tasks with the {@link CallbackExecutor}.
 */
public interface TimerAction extends Runnable {}
