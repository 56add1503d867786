import type { Database } from 'bun:sqlite'

export const transactionSteps = (sqlite: Database) => ({
  beginReading: sqlite.prepare('BEGIN'),
  beginWriting: sqlite.prepare('BEGIN IMMEDIATE'),
  commit: sqlite.prepare('COMMIT'),
  rollBack: sqlite.prepare('ROLLBACK'),
  beginAttempt: sqlite.prepare('SAVEPOINT attempt'),
  rollBackAttempt: sqlite.prepare('ROLLBACK TO attempt'),
  endAttempt: sqlite.prepare('RELEASE attempt'),
})
