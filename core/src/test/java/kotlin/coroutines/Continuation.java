package kotlin.coroutines;

/**
 * Stands for the type in Kotlin's library, which is absent here.
 *
 * @param <T> type of the result
 */
public interface Continuation<T> {}
