package dev.reprise.internal.timer;

/**
 * A task of the library's own that runs no code of users: {@link dev.reprise.time.Delayer#system()}
 * runs it on the timer's thread itself, and all others by the {@link CallbackExecutor}.
 */
public interface TimerAction extends Runnable {}
