package dev.reprise.servlet;

import org.jspecify.annotations.Nullable;

/** A response that a servlet gave by {@code sendError}; the message is null if it named none. */
record ErrorPage(@Nullable String message) {}
