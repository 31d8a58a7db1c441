/** Databases for tests: real servers that the tests start, and H2 and SQLite in process. */
package dev.reprise.jdbc.db;
