const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof levels)[number]
type Facts = Record<string, unknown>

/** Facts are written as JSON. Never pass a secret. */
export interface Log {
  debug(message: string, facts?: Facts): void
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
}

export function createLog(level: LogLevel): Log {
  const least = levels.indexOf(level)
  const write = (line: LogLevel) => (message: string, facts?: Facts) => {
    if (levels.indexOf(line) < least) return
    const text = facts ? ` ${JSON.stringify(facts, plainErrors)}` : ''
    process.stderr.write(`${new Date().toISOString()} ${line} ${message}${text}\n`)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** As they would be written, without what cannot pass between threads. */
export const plainFacts = (facts: Facts): Facts => JSON.parse(JSON.stringify(facts, plainErrors)) as Facts

/** JSON drops an Error's message and stack. */
function plainErrors(_key: string, value: unknown) {
  return value instanceof Error ? (value.stack ?? value.message) : value
}
