package dev.reprise.servlet.internal.flow;

import dev.reprise.servlet.internal.response.ResponseContent;
import java.util.function.Function;

/**
 * Conversion between responses and the type that the guard records.
 *
 * @param <R> type that the guard records
 */
public record ResponseType<R>(
    Function<ResponseContent, R> fromContent, Function<R, ResponseContent> toContent) {}
